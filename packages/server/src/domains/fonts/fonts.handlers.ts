import type { Handlers } from '../../kernel/contract/operation.ts';
import { type OrganizationSubject, organizationPolicy } from '../organizations/index.ts';
import type { fontsContract } from './fonts.contract.ts';
import type { FontsService } from './fonts.service.ts';
import type { FontRow } from './fonts.store.ts';

/** Maps operations to the service, and its results to responses. */
export const fontsHandlers = (fonts: FontsService): Handlers<typeof fontsContract> => {
  const toFont = (organization: OrganizationSubject, { id, family, faces }: FontRow) => ({
    id,
    custom: true as const,
    fontFamily: family,
    fontFaces: faces.map((face) => ({
      weight: face.weight,
      sources: [{ url: fonts.urlOf(organization.id, face), format: face.format }],
    })),
    permissions: { edit: organizationPolicy.can.createContent(organization) },
  });
  return {
    listCustomFonts: async ({ subject }) => {
      const items = (await fonts.list(subject)).map((font) => toFont(subject, font));
      return { count: items.length, items };
    },
    createCustomFont: async ({ caller, subject, body }) =>
      toFont(subject, await fonts.create(caller, subject, body)),
    getCustomFont: async ({ subject, params }) => toFont(subject, await fonts.get(subject, params.fontId)),
    updateCustomFont: async ({ caller, subject, params, body }) =>
      toFont(subject, await fonts.update(caller, subject, params.fontId, body)),
    deleteCustomFont: async ({ caller, subject, params }) => ({
      status: (await fonts.remove(caller, subject, params.fontId)) ? (205 as const) : (204 as const),
      body: undefined,
    }),
    readFontFile: ({ params }) => fonts.download(params.organizationId, params.fontFileName),
  };
};
