import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { makeCertificate } from '../testing/certificates.ts';
import { editContent, PIXEL, storedImage } from '../testing/edit-content.ts';
import { fileForm } from '../testing/file-form.ts';
import type { TestServer } from '../testing/server.ts';
import { ASSISTANT_FIXTURES } from './assistant-fixtures.ts';
import { CREDENTIAL_FIXTURES } from './credential-fixtures.ts';
import {
  type CreatedFixtures,
  type CreateFixture,
  createOverHttp,
  type FixtureContext,
  type FixtureDefinition,
} from './fixture-definition.ts';
import type { FixtureName, Fixtures } from './fixture-names.ts';
import { INTEGRATION_FIXTURES } from './integration-fixtures.ts';
import { SCIM_FIXTURES } from './scim-fixtures.ts';
import { SPECIFICATION_FIXTURES } from './specification-fixtures.ts';
import { UPLOAD_FIXTURES } from './upload-fixtures.ts';

export type { FixtureName, Fixtures } from './fixture-names.ts';

const { certificate: CERTIFICATE } = makeCertificate();

interface Revision {
  readonly pages: readonly { readonly id: string; readonly path: string; readonly documentId: string }[];
  readonly files: readonly { readonly id: string; readonly downloadURL: string }[];
  readonly reusableContents: readonly { readonly id: string }[];
}

const collection: CreateFixture = (_, { organization, parent }) => organization.collection('Guides', parent);
const space: CreateFixture = (_, { organization, parent }) =>
  createOverHttp(organization.admin, 'POST', `/orgs/${organization.id}/spaces`, {
    title: 'Handbook',
    editMode: 'live',
    ...(parent && { parent }),
  });
const content =
  (find: (revision: Revision) => string): CreateFixture =>
  async (_, { organization }, { spaceId, revisionId }) =>
    find((await organization.admin.call('GET', `/spaces/${spaceId}/revisions/${revisionId}`)).body);
/** A part of the URL of a PDF, which is inserted directly, because no worker runs. */
const pdf =
  (part: number): CreateFixture =>
  async (server, { organization }, { spaceId }) => {
    const { body } = await organization.admin.call('GET', `/spaces/${spaceId}/pdf`);
    const { hash } = await storedImage(server, organization.id);
    await server.app.kernel.db
      .updateTable('pdfs')
      .set({ state: 'ready', hash })
      .where('space_id', '=', spaceId!)
      .execute();
    return new URL(body.url).pathname.split('/')[part]!;
  };
const exported =
  (part: number): CreateFixture =>
  async (_, { organization: { admin } }, { spaceId }) =>
    new URL((await admin.call('GET', `/spaces/${spaceId}/export`)).body.url).pathname.split('/')[part]!;
const invite =
  (body: (made: CreatedFixtures) => unknown): CreateFixture =>
  (_, { organization }, made) =>
    createOverHttp(organization.admin, 'POST', `/orgs/${organization.id}/link-invites`, body(made));

const section: CreateFixture = async (_, { organization }, { siteId }) =>
  createOverHttp(organization.admin, 'POST', `/orgs/${organization.id}/sites/${siteId}/sections`, {
    spaceId: await organization.space('Section'),
  });
const onSpace = ({ spaceId }: CreatedFixtures) => `/spaces/${spaceId}/comments`;
const onChangeRequest = ({ spaceId, changeRequestId }: CreatedFixtures) =>
  `/spaces/${spaceId}/change-requests/${changeRequestId}/comments`;
const said =
  (pathIn: (made: CreatedFixtures) => string): CreateFixture =>
  (_, { organization }, made) =>
    createOverHttp(organization.admin, 'POST', pathIn(made), { body: { markdown: 'Well said' } }, 200);

const task: CreateFixture = (_, { organization: { admin, id } }, { spaceId: space }) =>
  createOverHttp(admin, 'POST', `/orgs/${id}/agent-tasks`, { space, instructions: 'Explain it.' });
const fromIssue =
  (find: (issue: { id: string; cluster: string }) => string): CreateFixture =>
  async (_, { organization }, { conversationId }) => {
    const path = `/orgs/${organization.id}/conversations-issues?conversation=${conversationId}`;
    return find((await organization.admin.call('GET', path)).body.items[0].issue);
  };

// In the order of creation: siblings first, links after their targets.
// A file of the build, whose name has the hash of its content.
const builtConsoleFile = () =>
  readdirSync(path.resolve(import.meta.dirname, '../../../console/dist/assets')).find((name) =>
    name.endsWith('.js'),
  )!;

const MAKERS: Record<FixtureName, FixtureDefinition> = {
  organizationId: { make: async (_, { organization }) => organization.id },
  callerId: { make: async (_, { caller }) => caller.id },
  userId: { make: async (server, { organization }) => (await server.member(organization.id, 'comment')).id },
  teamId: { make: (_, { organization }) => organization.team() },
  siblingCollectionId: { make: collection },
  collectionId: { make: collection },
  nestedCollectionId: {
    needs: ['collectionId'],
    make: (server, place, made) => collection(server, { ...place, parent: made.collectionId }, made),
  },
  siblingSpaceId: { make: space },
  spaceId: { make: space },
  gitDeployKey: {
    needs: ['spaceId'],
    make: async (_, { organization: { admin } }, { spaceId }) => {
      const wish = { url: 'https://git.example.com/docs', ref: 'refs/heads/main' };
      await admin.call('POST', `/spaces/${spaceId}/git/import`, wish);
      const { body } = await admin.call('PUT', `/spaces/${spaceId}/git/connection`, {
        url: 'ssh://git@git.example.com/docs',
        branch: 'main',
        authentication: { type: 'deploy_key' },
      });
      return body.authentication.fingerprint;
    },
  },
  trashedSpaceId: {
    make: async (server, place, made) => {
      const id = await space(server, place, made);
      await place.organization.admin.call('DELETE', `/spaces/${id}`);
      return id;
    },
  },
  revisionId: {
    needs: ['spaceId'],
    make: async (server, { organization }, { spaceId }) => {
      const { newId } = server.app.kernel;
      const file = await storedImage(server, organization.id);
      const revisionId = await editContent(server, spaceId!, async (draft) => {
        const body = draft.putBody(`Page ${newId()}\n`);
        await draft.insertPage(
          newId(),
          'document',
          { title: `Page ${newId()}`, body },
          { parent: null, at: 0 },
        );
        draft.putFile(newId(), file);
        draft.putReusable(newId(), { title: 'Note', body });
      });
      await editContent(server, spaceId!, async (draft) => draft.setVariable('version', 2));
      return revisionId;
    },
  },
  pageId: { needs: ['spaceId', 'revisionId'], make: content(({ pages }) => pages[0]!.id) },
  pagePath: { needs: ['spaceId', 'revisionId'], make: content(({ pages }) => pages[0]!.path) },
  fileId: { needs: ['spaceId', 'revisionId'], make: content(({ files }) => files[0]!.id) },
  fileSeal: {
    needs: ['spaceId', 'revisionId'],
    make: content(({ files }) => new URL(files[0]!.downloadURL).pathname.split('/')[2]!),
  },
  fileName: {
    needs: ['spaceId', 'revisionId'],
    make: content(({ files }) => new URL(files[0]!.downloadURL).pathname.split('/')[3]!),
  },
  pdfSeal: { needs: ['spaceId', 'revisionId'], make: pdf(2) },
  pdfName: { needs: ['spaceId', 'revisionId'], make: pdf(3) },
  exportSeal: { needs: ['spaceId', 'revisionId'], make: exported(2) },
  exportName: { needs: ['spaceId', 'revisionId'], make: exported(3) },
  day: { needs: [], make: async () => '2026-11-18' },
  reusableContentId: {
    needs: ['spaceId', 'revisionId'],
    make: content(({ reusableContents }) => reusableContents[0]!.id),
  },
  documentId: { needs: ['spaceId', 'revisionId'], make: content(({ pages }) => pages[0]!.documentId) },
  changeRequestId: {
    needs: ['spaceId'],
    make: (_, { organization }, { spaceId }) =>
      createOverHttp(organization.admin, 'POST', `/spaces/${spaceId}/change-requests`, { subject: 'Change' }),
  },
  reviewId: {
    needs: ['spaceId', 'changeRequestId'],
    make: (_, { organization }, { spaceId, changeRequestId }) =>
      createOverHttp(
        organization.admin,
        'POST',
        `/spaces/${spaceId}/change-requests/${changeRequestId}/reviews`,
        {
          status: 'approved',
        },
      ),
  },
  commentId: { needs: ['spaceId'], make: said(onSpace) },
  commentReplyId: {
    needs: ['spaceId', 'commentId'],
    make: said((made) => `${onSpace(made)}/${made.commentId}/replies`),
  },
  changeRequestCommentId: { needs: ['spaceId', 'changeRequestId'], make: said(onChangeRequest) },
  changeRequestReplyId: {
    needs: ['spaceId', 'changeRequestId', 'changeRequestCommentId'],
    make: said((made) => `${onChangeRequest(made)}/${made.changeRequestCommentId}/replies`),
  },
  inviteId: { make: invite(() => ({ role: 'read' })) },
  spaceInviteId: {
    needs: ['spaceId'],
    make: invite(({ spaceId }) => ({ level: 'read', space: spaceId })),
  },
  collectionInviteId: {
    needs: ['collectionId'],
    make: invite(({ collectionId }) => ({ level: 'read', collection: collectionId })),
  },
  siteId: { make: (_, { organization }) => organization.site() },
  hostname: {
    needs: ['siteId'],
    make: async (_, { organization }, { siteId }) => {
      const hostname = `docs.${randomUUID()}.test`;
      await organization.admin.call('PATCH', `/orgs/${organization.id}/sites/${siteId}`, { hostname });
      return hostname;
    },
  },
  subdomain: {
    needs: ['siteId'],
    make: async (_, { organization }) =>
      (await organization.admin.call('GET', `/orgs/${organization.id}`)).body.hostname,
  },
  siblingSectionId: { needs: ['siteId'], make: section },
  siteSectionId: { needs: ['siteId'], make: section },
  siteSpaceId: {
    needs: ['siteId', 'siteSectionId'],
    make: async (_, { organization }, { siteId, siteSectionId }) =>
      createOverHttp(organization.admin, 'POST', `/orgs/${organization.id}/sites/${siteId}/site-spaces`, {
        spaceId: await organization.space('Variant'),
        sectionId: siteSectionId,
      }),
  },
  siteSectionGroupId: {
    needs: ['siteId', 'siteSectionId'],
    make: (_, { organization }, { siteId, siteSectionId }) =>
      createOverHttp(organization.admin, 'POST', `/orgs/${organization.id}/sites/${siteId}/section-groups`, {
        title: 'Group',
        sections: [siteSectionId],
      }),
  },
  shareLinkId: {
    needs: ['siteId'],
    make: (_, { organization }, { siteId }) =>
      createOverHttp(organization.admin, 'POST', `/orgs/${organization.id}/sites/${siteId}/share-links`, {
        name: 'Customers',
      }),
  },
  organizationLogoName: {
    make: async (_, { organization }) => {
      const { body } = await organization.admin.call(
        'POST',
        `/orgs/${organization.id}/logos`,
        fileForm(PIXEL),
      );
      return body.url.split('/').at(-1);
    },
  },
  siteImageName: {
    needs: ['siteId'],
    make: async (_, { organization }, { siteId }) => {
      const path = `/orgs/${organization.id}/sites/${siteId}/images`;
      const { body } = await organization.admin.call('POST', path, fileForm(PIXEL));
      return body.url.split('/').at(-1);
    },
  },
  siteRedirectId: {
    needs: ['siteId', 'siteSectionId'],
    make: (_, { organization }, { siteId, siteSectionId }) =>
      createOverHttp(organization.admin, 'POST', `/orgs/${organization.id}/sites/${siteId}/redirects`, {
        source: '/old',
        destination: { kind: 'site-section', siteSectionId },
      }),
  },
  translationId: {
    needs: ['spaceId'],
    make: (_, { organization }, { spaceId }) =>
      createOverHttp(organization.admin, 'POST', `/orgs/${organization.id}/translations`, {
        source: { space: spaceId, language: 'en' },
        language: 'de',
      }),
  },
  glossaryEntryId: {
    make: async (_, { organization }) => {
      const path = `/orgs/${organization.id}/translations-glossary`;
      await organization.admin.call('PUT', path, {
        operations: [{ type: 'insert', translations: { en: 'space', de: 'Bereich' } }],
      });
      return (await organization.admin.call('GET', path)).body.items[0].id;
    },
  },
  tokenId: { make: (_, { caller }) => createOverHttp(caller, 'POST', '/user/tokens', { label: 'Script' }) },
  samlProviderId: {
    make: (_, { organization }) =>
      createOverHttp(organization.admin, 'POST', `/orgs/${organization.id}/saml`, {
        label: 'Staff',
        ssoURL: 'https://idp.test/sso',
        entityID: 'https://idp.test',
        certificate: CERTIFICATE,
      }),
  },
  ...SCIM_FIXTURES,
  ...CREDENTIAL_FIXTURES,
  oidcProviderId: {
    make: async (server, { organization }) => {
      const { db, secrets } = server.app.kernel;
      const id = await createOverHttp(organization.admin, 'POST', `/orgs/${organization.id}/oidc`, {
        label: 'Staff',
      });
      // Issuers are not reachable in tests, so the row is inserted directly.
      await db
        .updateTable('oidc_providers')
        .set({
          issuer: 'https://issuer.test',
          client_id: 'lectern',
          client_secret: secrets.encrypt('oidc', id, 'secret'),
        })
        .where('id', '=', id)
        .execute();
      return id;
    },
  },
  notificationId: {
    needs: ['spaceId'],
    make: async (server, { organization, caller }, { spaceId }) => {
      const { db, newId, clock } = server.app.kernel;
      const id = newId();
      await db
        .insertInto('notifications')
        .values({
          organization_id: organization.id,
          id,
          user_id: caller.id,
          event_id: randomUUID(),
          kind: 'comment',
          actor_id: organization.admin.id,
          space_id: spaceId!,
          in_app: true,
          mail: 'none',
          created_at: clock.now(),
        })
        .execute();
      return id;
    },
  },
  auditEventId: {
    make: async (_, { organization }) => {
      const { body } = await organization.admin.call('GET', `/orgs/${organization.id}/audit-events?limit=1`);
      return body.items[0].id;
    },
  },
  conversationId: {
    make: async (server, { organization }) => {
      const parts = [{ type: 'message', role: 'user', body: 'How do I export a page?' }];
      const path = `/orgs/${organization.id}/conversations`;
      await organization.admin.call('POST', path, { id: 'example', parts });
      await server.app.services.conversationProcessing.process(organization.id);
      return (await organization.admin.call('GET', path)).body.items[0].id;
    },
  },
  issueId: { needs: ['conversationId'], make: fromIssue(({ id }) => id) },
  clusterId: { needs: ['conversationId'], make: fromIssue(({ cluster }) => cluster) },
  agentTaskId: { needs: ['spaceId'], make: task },
  importRunId: {
    needs: ['spaceId'],
    make: async (_, { organization: { admin, id } }, { spaceId }) => {
      const at = `/org/${id}/imports`;
      // No worker runs, and the number of pending ones is limited.
      for (const one of (await admin.call('GET', at)).body.items)
        if (one.status === 'pending') await admin.call('POST', `${at}/${one.id}/cancel`);
      return createOverHttp(admin, 'POST', at, {
        source: { type: 'website', url: 'https://docs.example.com/' },
        target: { space: spaceId },
      });
    },
  },
  ...UPLOAD_FIXTURES,
  ...ASSISTANT_FIXTURES,
  ...SPECIFICATION_FIXTURES,
  ...INTEGRATION_FIXTURES,
  emailDomain: { make: async (_, { organization }) => organization.admin.email.split('@')[1]! },
  elsewhereId: { make: (_, { caller }) => createOverHttp(caller, 'POST', '/orgs', { title: 'Elsewhere' }) },
  consolePath: { needs: ['spaceId'], make: async (_, __, made) => `s/${made.spaceId!}` },
  consoleFile: { make: async () => builtConsoleFile() },
  iconName: { make: async () => 'rocket' },
  diagramPath: { make: async () => 'script.js' },
  fontPath: { make: async () => 'Inter/font.css' },
};

/** The names of all fixtures. */
export const FIXTURE_NAMES = Object.keys(MAKERS) as FixtureName[];

/** Creates fixtures and those they need, but for those that were made before. */
export const createFixtures = async (
  server: TestServer,
  place: FixtureContext,
  wanted: readonly FixtureName[] = FIXTURE_NAMES,
  before: CreatedFixtures = {},
): Promise<Fixtures> => {
  const needed = new Set(wanted.flatMap((thing) => [thing, ...(MAKERS[thing].needs ?? [])]));
  const made: CreatedFixtures = { ...before };
  for (const thing of FIXTURE_NAMES)
    if (needed.has(thing)) made[thing] ??= await MAKERS[thing].make(server, place, made);
  return made as Fixtures;
};
