import { newWoff2, uploadFontFile } from '../testing/fonts.ts';
import { createOverHttp, type FixtureDefinition } from './fixture-definition.ts';

/** Fixtures of uploads, and of the fonts that are made of them. */
export const UPLOAD_FIXTURES = {
  uploadSeal: {
    make: async (_, { organization }) => {
      const { body } = await organization.admin.call('POST', `/orgs/${organization.id}/storage/upload`, {
        file: { name: 'guide.md', type: 'text/markdown', size: 0 },
        kind: 'import_file',
      });
      return new URL(body.url).pathname.split('/').at(-1)!;
    },
  },
  fontFileKey: { make: (_, { organization, caller }) => uploadFontFile(organization, caller) },
  fontId: {
    make: async (_, { organization }) => {
      const storageKey = await uploadFontFile(organization, organization.admin, newWoff2());
      return createOverHttp(organization.admin, 'PUT', `/orgs/${organization.id}/fonts`, {
        fontFamily: 'Slab',
        fontFaces: [{ weight: 400, storageKey }],
      });
    },
  },
  fontFileName: {
    needs: ['fontId'],
    make: async (_, { organization: { admin, id } }, { fontId }) => {
      const { body } = await admin.call('GET', `/orgs/${id}/fonts/${fontId}`);
      return body.fontFaces[0].sources[0].url.split('/').at(-1);
    },
  },
} satisfies Record<string, FixtureDefinition>;
