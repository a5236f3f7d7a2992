import { randomUUID } from 'node:crypto';
import { DEFAULT_CUSTOMIZATION } from '../domains/sites/index.ts';
import { PIXEL } from '../testing/edit-content.ts';
import { fileForm } from '../testing/file-form.ts';
import { manifestOf } from '../testing/published-integrations.ts';
import type { FixtureName, Fixtures } from './fixtures.ts';
import type { Entry } from './operations.ts';

/** A call that succeeds with the needed permission. */
export interface Example {
  /** Fixtures that the body refers to, besides those of the path. */
  readonly needs?: readonly FixtureName[];
  /** Path parameters that are filled with a fixture of another name. */
  readonly params?: Readonly<Record<string, FixtureName>>;
  readonly body?: (things: Fixtures) => unknown;
  /** Required query parameters. */
  readonly query?: string;
}

const document = {
  object: 'document',
  data: { schemaVersion: 9 },
  nodes: [{ object: 'block', type: 'paragraph', nodes: [] }],
};
const grant: Example = { needs: ['userId', 'teamId'], body: grantTo };
function grantTo({ userId, teamId }: Fixtures) {
  return { role: 'comment', users: [userId], teams: [teamId] };
}
const newRole: Example = { body: () => ({ role: 'edit' }) };
// The same for both targets of comments, except path parameters.
const onChangeRequest = {
  commentId: 'changeRequestCommentId',
  commentReplyId: 'changeRequestReplyId',
} as const;
const COMMENTS: Readonly<Record<string, Example>> = Object.fromEntries(
  Object.entries<Example>({
    postCommentIn: { body: () => ({ body: { markdown: 'Well said' } }) },
    getCommentIn: {},
    updateCommentIn: { body: () => ({ resolved: true, addedReactions: ['👍'] }) },
    'updateCommentIn (its words)': { body: () => ({ body: { markdown: 'Better said' } }) },
    deleteCommentIn: {},
    listCommentRepliesIn: {},
    postCommentReplyIn: { body: () => ({ body: { markdown: 'Indeed' } }) },
    getCommentReplyIn: {},
    updateCommentReplyIn: { body: () => ({ addedReactions: ['👍'] }) },
    'updateCommentReplyIn (its words)': { body: () => ({ body: { markdown: 'Better said' } }) },
    deleteCommentReplyIn: {},
  }).flatMap(([name, example]) => [
    [name.replace(/In\b/, 'InSpace'), example],
    [name.replace(/In\b/, 'InChangeRequest'), { ...example, params: onChangeRequest }],
  ]),
);
const computed: Example = {
  needs: ['integrationName', 'installationId'],
  body: ({ integrationName }) => ({
    source: { type: `integration:${integrationName}:pages`, props: {} },
    seed: 'seed',
  }),
};
const transfer: Example = {
  needs: ['elsewhereId'],
  body: ({ elsewhereId }) => ({ organization: elsewhereId }),
};

/**
 * One example per operation with a body or a special path, and more (in parentheses) where the input decides who may
 * call it.
 */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  ...COMMENTS,
  updateUserById: { body: () => ({ displayName: 'Renamed' }) },
  'updateUserById (oneself)': { params: { userId: 'callerId' }, body: () => ({ displayName: 'Renamed' }) },
  'getUserById (oneself)': { params: { userId: 'callerId' } },
  createUserToken: { body: () => ({ label: 'Script' }) },
  updateUserNotification: { body: () => ({ status: 'read' }) },
  readUserNotifications: { body: () => ({}) },
  updateUserNotificationSettings: { body: () => ({ kinds: { comment: { email: false } } }) },
  createOrganizationSAMLProvider: { body: () => ({ label: 'Staff' }) },
  updateOrganizationSAMLProvider: { body: () => ({ label: 'Renamed' }) },
  createSCIMUser: { body: () => ({ userName: `${randomUUID()}@staff.test` }) },
  replaceSCIMUser: { body: () => ({ userName: `${randomUUID()}@staff.test` }) },
  patchSCIMUser: { body: () => ({ Operations: [{ op: 'replace', path: 'displayName', value: 'Ann' }] }) },
  createSCIMGroup: { body: () => ({ displayName: randomUUID() }) },
  replaceSCIMGroup: { body: () => ({ displayName: randomUUID() }) },
  patchSCIMGroup: { body: () => ({ Operations: [{ op: 'remove', path: 'members' }] }) },
  getSCIMResourceType: { params: { scimName: 'scimTypeName' } },
  createOIDCProvider: { body: () => ({ label: 'Staff', domains: ['staff.test'] }) },
  updateOIDCProvider: { body: () => ({ label: 'Renamed', domains: null }) },
  completeSAMLLogin: { body: () => ({ SAMLResponse: 'PHhtbC8+' }) },
  changeAccountProfile: { body: () => ({ displayName: 'Renamed' }) },
  setAccountPassword: { body: () => ({ password: 'correct horse battery' }) },
  removeAccountPassword: { body: () => ({}) },
  startAccountPasskey: { body: () => ({}) },
  addAccountPasskey: { body: () => ({ name: 'Laptop', credential: '{}' }) },
  renameAccountPasskey: { body: () => ({ name: 'Laptop' }) },
  removeAccountPasskey: { body: () => ({}) },
  endAccountSession: { body: () => ({}) },
  endAccountSessions: { body: () => ({}) },
  changeAccountNotifications: { body: () => ({ 'comment.email': 'on' }) },
  agreeToSingleSignOn: { body: () => ({}) },
  acceptOrganizationRules: { body: () => ({}) },
  registerOAuthClient: {
    body: () => ({ client_name: 'Program', redirect_uris: ['http://127.0.0.1/callback'] }),
  },
  authorizeProgram: { body: () => ({ decision: 'allow' }) },
  exchangeAuthorizationCode: { body: () => ({ grant_type: 'authorization_code', code: 'lco_none' }) },
  exchangeVisitorCode: { body: () => ({ grant_type: 'authorization_code', code: 'lcv_none' }) },
  leaveAccountOrganization: { body: () => ({}) },
  signOut: { body: () => ({}) },
  requestSignInLink: { body: () => ({ email: 'somebody@people.test' }) },
  signInWithPassword: { body: () => ({ email: 'somebody@people.test', password: 'correct horse battery' }) },
  startPasskeySignIn: { body: () => ({}) },
  signInWithPasskey: { body: () => ({ credential: '{}' }) },
  startSetupPasskey: { body: () => ({ token: 'lcf_none', displayName: 'Ada', email: 'ada@people.test' }) },
  setUpServer: {
    body: () => ({
      token: 'lcf_none',
      displayName: 'Ada',
      email: 'ada@people.test',
      password: 'correct horse battery',
      organization: 'Example',
      space: 'Docs',
    }),
  },
  acceptInvite: { body: () => ({}) },
  acceptInvitationSignedIn: { body: () => ({ token: 'lci_none' }) },
  startInvitePasskey: { body: () => ({ displayName: 'Ada', email: 'ada@people.test' }) },
  registerWithInvite: {
    body: () => ({ displayName: 'Ada', email: 'ada@people.test', password: 'correct horse battery' }),
  },
  startInvitationPasskey: { body: () => ({ token: 'lci_none' }) },
  acceptInvitation: {
    body: () => ({ token: 'lci_none', displayName: 'Ada', password: 'correct horse battery' }),
  },
  renewMemberInvitation: { body: () => ({}) },
  startRecoveryPasskey: { body: () => ({ token: 'lcr_none' }) },
  recoverAccount: { body: () => ({ token: 'lcr_none', password: 'correct horse battery' }) },
  useSignInLink: { body: () => ({ token: 'lcl_none' }) },
  createOrganization: { body: () => ({ title: 'Another organization' }) },
  updateOrganizationById: { body: () => ({ title: 'Renamed' }) },
  updateOrganizationAgentInstructions: { body: () => ({ instructions: document }) },
  updateMemberInOrganizationById: newRole,
  transferMemberOwnership: { needs: ['callerId'], body: ({ callerId }) => ({ to: callerId }) },
  'getMemberInOrganizationById (oneself)': { params: { userId: 'callerId' } },
  'removeMemberFromOrganizationById (oneself)': { params: { userId: 'callerId' } },
  ingestConversation: {
    body: () => ({ id: 'c-1', parts: [{ type: 'message', role: 'user', body: 'How do I export a page?' }] }),
  },
  createAgentTask: {
    needs: ['spaceId'],
    body: ({ spaceId }) => ({ space: spaceId, instructions: 'Explain the export.' }),
  },
  updateAgentTask: { body: () => ({ status: 'canceled' }) },
  createTranslation: {
    needs: ['siblingSpaceId'],
    body: ({ siblingSpaceId }) => ({ source: { space: siblingSpaceId, language: 'en' }, language: 'fr' }),
  },
  updateTranslation: { body: () => ({ instructions: document }) },
  updateGlossaryEntries: {
    body: () => ({ operations: [{ type: 'insert', translations: { en: 'space', de: 'Bereich' } }] }),
  },
  createOrganizationTeam: {
    needs: ['userId'],
    body: ({ userId }) => ({ title: 'Editors', members: [userId] }),
  },
  updateTeamInOrganizationById: { body: () => ({ title: 'Renamed' }) },
  updateMembersInOrganizationTeam: { needs: ['userId'], body: ({ userId }) => ({ add: [userId] }) },
  addMemberToOrganizationTeamById: { body: () => ({ role: 'owner' }) },
  inviteToSpace: grant,
  updateUserPermissionInSpace: newRole,
  updateTeamPermissionInSpace: newRole,
  inviteToCollection: grant,
  updateUserPermissionInCollection: newRole,
  updateTeamPermissionInCollection: newRole,
  createCollection: { body: () => ({ title: 'Guides' }) },
  'createCollection (in a collection)': {
    needs: ['collectionId'],
    body: ({ collectionId }) => ({ title: 'Guides', parent: collectionId }),
  },
  updateCollectionById: { body: () => ({ title: 'Renamed' }) },
  moveCollection: {
    needs: ['siblingCollectionId'],
    body: ({ siblingCollectionId }) => ({
      position: { before: { type: 'collection', collection: siblingCollectionId } },
    }),
  },
  transferCollection: transfer,
  createSpace: { body: () => ({ title: 'Handbook' }) },
  'createSpace (in a collection)': {
    needs: ['collectionId'],
    body: ({ collectionId }) => ({ title: 'Handbook', parent: collectionId }),
  },
  updateSpaceById: { body: () => ({ title: 'Renamed' }) },
  importGitRepository: { body: () => ({ url: 'https://git.example.com/docs', ref: 'refs/heads/main' }) },
  connectGitRepository: {
    body: () => ({
      url: 'ssh://git@git.example.com/docs',
      branch: 'main',
      authentication: { type: 'deploy_key' },
    }),
  },
  synchronizeGitConnection: { body: () => ({ direction: 'import' }) },
  exportToGitRepository: {
    body: () => ({
      url: 'https://git.example.com/docs',
      ref: 'refs/heads/main',
      commitMessage: 'Write it down',
    }),
  },
  updateSpaceContent: { body: () => ({ changes: [{ operation: 'insert_page', title: 'Guide' }] }) },
  uploadFile: { body: () => fileForm('Just text') },
  createChangeRequest: { body: () => ({ subject: 'Say it better' }) },
  updateChangeRequestById: { body: () => ({ subject: 'Say it better' }) },
  updateChangeRequestContent: { body: () => ({ changes: [{ operation: 'insert_page', title: 'Guide' }] }) },
  submitChangeRequestReview: { body: () => ({ status: 'approved' }) },
  requestReviewersForChangeRequest: { needs: ['userId'], body: ({ userId }) => ({ users: [userId] }) },
  getEmbedByUrl: { query: 'url=https://youtu.be/dQw4w9WgXcQ' },
  getEmbedByUrlInSpace: { query: 'url=https://youtu.be/dQw4w9WgXcQ' },
  // Tested separately, because the URL depends on the server.
  getContentByUrl: { query: 'url=http://nobody.localhost/docs' },
  getPublishedContentByUrl: { query: 'url=http://nobody.localhost/docs' },
  resolvePublishedContentByUrl: { body: () => ({ url: 'http://nobody.localhost/docs' }) },
  searchSpaceContent: { query: 'query=guide' },
  askInOrganization: { body: () => ({ query: 'What is in the guide?' }) },
  streamAskInOrganization: { query: 'query=guide' },
  streamAskInSite: { body: () => ({ question: 'What is in the guide?', scope: { mode: 'all' } }) },
  streamAIResponseInSite: {
    body: () => ({ input: [{ role: 'user', content: 'What is in the guide?' }] }),
  },
  searchOrganizationContent: { query: 'query=guide' },
  applyTemplateToSpace: { body: () => ({ id: 'blank' }) },
  restoreSpace: { params: { spaceId: 'trashedSpaceId' } },
  moveSpace: {
    needs: ['siblingSpaceId'],
    body: ({ siblingSpaceId }) => ({ position: { before: { type: 'space', space: siblingSpaceId } } }),
  },
  transferSpace: transfer,
  createSite: { body: () => ({ title: 'Docs' }) },
  updateSiteById: { body: () => ({ title: 'Renamed' }) },
  sortSiteStructure: {
    needs: ['siteId', 'siblingSectionId', 'siteSectionId'],
    body: ({ siteSectionId, siblingSectionId }) => ({
      item: { type: 'site-section', id: siteSectionId },
      position: { before: { type: 'site-section', id: siblingSectionId } },
    }),
  },
  addSpaceToSite: { needs: ['spaceId'], body: ({ spaceId }) => ({ spaceId }) },
  updateSiteSpaceById: { body: () => ({ path: 'renamed' }) },
  moveSiteSpace: { body: () => ({}) },
  addSectionToSite: { needs: ['spaceId'], body: ({ spaceId }) => ({ spaceId }) },
  updateSiteSectionById: { body: () => ({ title: 'Renamed' }) },
  moveSiteSection: { body: () => ({}) },
  addSectionGroupToSite: { body: () => ({ title: 'Group' }) },
  updateSiteSectionGroupById: { body: () => ({ title: 'Renamed' }) },
  moveSiteSectionGroup: { body: () => ({}) },
  addSectionToGroup: {
    needs: ['siteId', 'siblingSectionId'],
    body: ({ siblingSectionId }) => ({ sectionId: siblingSectionId }),
  },
  updateSiteCustomizationById: { body: () => DEFAULT_CUSTOMIZATION },
  overrideSiteSpaceCustomizationById: { body: () => ({ title: 'Renamed' }) },
  updateSiteAdaptiveSchema: {
    body: () => ({ jsonSchema: { type: 'object', properties: {}, additionalProperties: false } }),
  },
  createSiteVisitorLink: { body: () => ({ claims: { plan: 'pro' } }) },
  uploadOrganizationLogo: { body: () => fileForm(PIXEL) },
  createCustomFont: {
    needs: ['fontFileKey'],
    body: ({ fontFileKey }) => ({
      fontFamily: 'Slab',
      fontFaces: [{ weight: 400, storageKey: fontFileKey || 'none' }],
    }),
  },
  updateCustomFont: { body: () => ({ fontFamily: 'Serif' }) },
  uploadSiteImage: { body: () => fileForm(PIXEL) },
  createSiteMcpServer: {
    body: () => ({ name: 'Orders', url: 'https://mcp.invalid/', headers: { 'x-key': 'secret' } }),
  },
  updateSiteMcpServerById: { body: () => ({ name: 'Renamed' }) },
  createSiteShareLink: { body: () => ({ name: 'Customers' }) },
  updateSiteShareLinkById: { body: () => ({ active: false }) },
  createSiteRedirect: {
    needs: ['siteId', 'siteSectionId'],
    body: ({ siteSectionId }) => ({
      source: '/older',
      destination: { kind: 'site-section', siteSectionId },
    }),
  },
  bulkUpsertSiteRedirects: { body: () => ({ redirects: [{ source: '/older', destination: null }] }) },
  updateSiteRedirectById: { body: () => ({ source: '/older' }) },
  eraseSiteVisitor: { body: () => ({ visitorId: 'visitor' }) },
  aggregateSiteEvents: {
    body: () => ({ range: 'last7Days', groupBy: [{ column: 'datetime' }, { column: 'page' }] }),
  },
  dismissSiteMiss: { body: () => ({ kind: 'path', text: '/old' }) },
  getSiteRedirectBySource: { needs: ['siteRedirectId'], query: 'source=/old' },
  searchSiteContent: { body: () => ({ query: 'guide', mode: 'all' }) },
  updateSitePublishingAuthById: { body: () => ({ backend: 'custom' }) },
  startImportRun: {
    needs: ['spaceId'],
    body: ({ spaceId }) => ({
      source: { type: 'website', url: 'https://docs.example.com/' },
      target: { space: spaceId },
    }),
  },
  createOpenAPISpec: { body: () => ({ slug: `api-${randomUUID()}`, source: { text: '{}' } }) },
  createOrUpdateOpenAPISpecBySlug: {
    body: () => ({ source: { url: 'https://api.example.com/openapi.json' } }),
  },
  updateOpenAPISpecBySlug: { body: () => ({ visibility: 'public' }) },
  publishIntegration: {
    needs: ['organizationId'],
    body: ({ organizationId }) => manifestOf(organizationId),
  },
  queueIntegrationTask: { body: () => ({ task: { type: 'greet' }, schedule: 60 }) },
  setIntegrationDevelopmentMode: { body: () => ({ tunnelUrl: 'https://tunnel.example.com' }) },
  installIntegration: {
    needs: ['organizationId'],
    body: ({ organizationId }) => ({ organization: organizationId }),
  },
  updateIntegrationInstallation: { body: () => ({ configuration: { key: 'value' } }) },
  installIntegrationOnSpace: { needs: ['spaceId'], body: ({ spaceId }) => ({ space: spaceId }) },
  installIntegrationOnSite: { needs: ['siteId'], body: ({ siteId }) => ({ siteId }) },
  updateIntegrationSpaceInstallation: { body: () => ({ configuration: { key: 'value' } }) },
  updateIntegrationSiteInstallation: { body: () => ({ configuration: { key: 'value' } }) },
  getOrganizationIntegrationStatus: { needs: ['installationId'] },
  // Compression is tested separately.
  renderIntegrationUIWithGet: { query: 'request=none' },
  renderIntegrationUIWithPost: {
    needs: ['installationId', 'spaceId'],
    body: ({ spaceId }) => ({
      componentId: 'counter',
      props: {},
      context: { type: 'document', theme: 'light', spaceId, editable: false },
    }),
  },
  getComputedRevision: computed,
  getComputedDocument: computed,
  createWebhook: { body: () => ({ url: 'https://hooks.example.com/', events: ['*'] }) },
  updateWebhook: { body: () => ({ description: 'Builds' }) },
  rotateWebhookSecret: { body: () => ({ keepPreviousHours: 24 }) },
  trackEventsInSiteById: { body: () => ({ events: [] }) },
  generateStorageUploadURL: {
    // Uploads need the permission to edit.
    needs: ['spaceId'],
    body: () => ({ file: { name: 'guide.md', type: 'text/markdown', size: 10 }, kind: 'import_file' }),
  },
  inviteUsersToOrganization: { body: () => ({ emails: ['new.member@people.test'], role: 'read' }) },
  createOrganizationInvite: { body: () => ({ role: 'read' }) },
  'createOrganizationInvite (to a space)': {
    needs: ['spaceId'],
    body: ({ spaceId }) => ({ level: 'read', space: spaceId }),
  },
  'createOrganizationInvite (to a collection)': {
    needs: ['collectionId'],
    body: ({ collectionId }) => ({ level: 'read', collection: collectionId }),
  },
  updateOrganizationInviteById: { body: () => ({ role: 'comment' }) },
  'updateOrganizationInviteById (to a space)': {
    params: { inviteId: 'spaceInviteId' },
    body: () => ({ level: 'comment' }),
  },
  'updateOrganizationInviteById (to a collection)': {
    params: { inviteId: 'collectionInviteId' },
    body: () => ({ level: 'comment' }),
  },
  'deleteOrganizationInviteById (to a space)': { params: { inviteId: 'spaceInviteId' } },
  'deleteOrganizationInviteById (to a collection)': { params: { inviteId: 'collectionInviteId' } },
  'getOrganizationInviteLink (to a space)': { params: { inviteId: 'spaceInviteId' } },
  'joinOrganizationWithInvite (to a space)': { params: { inviteId: 'spaceInviteId' } },
};

/** The fixtures that the example of an operation needs. */
export const fixturesNeededBy = (entry: Entry, example: Example = {}): FixtureName[] => [
  ...entry.params.map((param) => example.params?.[param] ?? (param as FixtureName)),
  ...(example.needs ?? []),
  ...(/\/~?git\//.test(entry.path) ? (['gitDeployKey'] as const) : []),
];

/** The path parameters of an operation, from its fixtures. */
export const paramsOf = (entry: Entry, things: Fixtures, example: Example = {}): Record<string, string> =>
  Object.fromEntries(
    entry.params.map((param) => [param, things[example.params?.[param] ?? (param as FixtureName)]]),
  );
