import type { FixtureName } from './fixture-names.ts';

/** A field of a body that refers to an object. */
export interface Reference {
  readonly operationId: string;
  readonly thing: FixtureName;
  readonly body: (id: string) => unknown;
}

/** Body fields that refer to objects: those of other organizations must look like missing ones. */
export const REFERENCES: readonly Reference[] = [
  { operationId: 'createSpace', thing: 'collectionId', body: (id) => ({ parent: id }) },
  { operationId: 'createCollection', thing: 'collectionId', body: (id) => ({ parent: id }) },
  { operationId: 'moveSpace', thing: 'collectionId', body: (id) => ({ parent: id }) },
  {
    operationId: 'moveSpace',
    thing: 'spaceId',
    body: (id) => ({ position: { before: { type: 'space', space: id } } }),
  },
  {
    operationId: 'moveSpace',
    thing: 'collectionId',
    body: (id) => ({ position: { after: { type: 'collection', collection: id } } }),
  },
  { operationId: 'moveCollection', thing: 'collectionId', body: (id) => ({ parent: id }) },
  {
    operationId: 'moveCollection',
    thing: 'spaceId',
    body: (id) => ({ position: { after: { type: 'space', space: id } } }),
  },
  { operationId: 'transferSpace', thing: 'organizationId', body: (id) => ({ organization: id }) },
  { operationId: 'transferCollection', thing: 'organizationId', body: (id) => ({ organization: id }) },
  {
    operationId: 'postCommentInSpace',
    thing: 'pageId',
    body: (id) => ({ body: { markdown: 'Hm' }, page: id }),
  },
  {
    operationId: 'postCommentInChangeRequest',
    thing: 'pageId',
    body: (id) => ({ body: { markdown: 'Hm' }, page: id }),
  },
  { operationId: 'inviteToSpace', thing: 'userId', body: (id) => ({ role: 'read', users: [id] }) },
  { operationId: 'inviteToSpace', thing: 'teamId', body: (id) => ({ role: 'read', teams: [id] }) },
  { operationId: 'inviteToCollection', thing: 'userId', body: (id) => ({ role: 'read', users: [id] }) },
  { operationId: 'inviteToCollection', thing: 'teamId', body: (id) => ({ role: 'read', teams: [id] }) },
  { operationId: 'createOrganizationTeam', thing: 'userId', body: (id) => ({ title: 'T', members: [id] }) },
  { operationId: 'updateMembersInOrganizationTeam', thing: 'userId', body: (id) => ({ add: [id] }) },
  {
    operationId: 'createOrganizationInvite',
    thing: 'spaceId',
    body: (id) => ({ level: 'read', space: id }),
  },
  {
    operationId: 'createOrganizationInvite',
    thing: 'collectionId',
    body: (id) => ({ level: 'read', collection: id }),
  },
  {
    operationId: 'updateOrganizationById',
    thing: 'siteId',
    body: (id) => ({ defaultContent: { type: 'site', site: id } }),
  },
  {
    operationId: 'createTranslation',
    thing: 'spaceId',
    body: (id) => ({ source: { space: id, language: 'en' }, language: 'fr' }),
  },
  { operationId: 'createSite', thing: 'spaceId', body: (id) => ({ title: 'Docs', spaces: [id] }) },
  { operationId: 'addSpaceToSite', thing: 'spaceId', body: (id) => ({ spaceId: id }) },
  { operationId: 'addSectionToSite', thing: 'spaceId', body: (id) => ({ spaceId: id }) },
  { operationId: 'updateSiteSpaceById', thing: 'spaceId', body: (id) => ({ spaceId: id }) },
  {
    operationId: 'addSectionGroupToSite',
    thing: 'siteSectionGroupId',
    body: (id) => ({ title: 'G', parent: id }),
  },
  {
    operationId: 'addSectionGroupToSite',
    thing: 'siteSectionId',
    body: (id) => ({ title: 'Group', sections: [id] }),
  },
  {
    operationId: 'moveSiteSpace',
    thing: 'siteSpaceId',
    body: (id) => ({ position: { before: { type: 'site-space', siteSpace: id } } }),
  },
  {
    operationId: 'createSiteRedirect',
    thing: 'siteSectionId',
    body: (id) => ({ source: '/away', destination: { kind: 'site-section', siteSectionId: id } }),
  },
  {
    operationId: 'createSiteRedirect',
    thing: 'siteSpaceId',
    body: (id) => ({ source: '/away', destination: { kind: 'site-space', siteSpaceId: id } }),
  },
  { operationId: 'requestReviewersForChangeRequest', thing: 'userId', body: (id) => ({ users: [id] }) },
  { operationId: 'updateOrganizationSAMLProvider', thing: 'teamId', body: (id) => ({ defaultTeam: id }) },
  { operationId: 'updateOIDCProvider', thing: 'teamId', body: (id) => ({ defaultTeam: id }) },
  { operationId: 'transferMemberOwnership', thing: 'userId', body: (id) => ({ to: id }) },
  { operationId: 'installIntegrationOnSpace', thing: 'spaceId', body: (id) => ({ space: id }) },
  {
    operationId: 'createWebhook',
    thing: 'spaceId',
    body: (id) => ({ url: 'https://hooks.example.com/', events: ['*'], spaces: [id] }),
  },
  { operationId: 'updateWebhook', thing: 'spaceId', body: (id) => ({ spaces: [id] }) },
  {
    operationId: 'createAgentTask',
    thing: 'spaceId',
    body: (id) => ({ space: id, instructions: 'Explain the export.' }),
  },
  {
    operationId: 'startImportRun',
    thing: 'spaceId',
    body: (id) => ({
      source: { type: 'website', url: 'https://docs.example.com/' },
      target: { space: id },
    }),
  },
];
