import { DOCUMENT_VERSION } from '@lectern/document';
import { createAccess, type RemovalHook } from './domains/access/index.ts';
import { createAgentTasks, reassignTasks, tasksByCluster } from './domains/agent-tasks/index.ts';
import { createAsk } from './domains/ask/index.ts';
import { createAudit } from './domains/audit/index.ts';
import { createBackups } from './domains/backups/index.ts';
import { createChangeRequests, reassignClusters } from './domains/change-requests/index.ts';
import { createCollections } from './domains/collections/index.ts';
import { createComments } from './domains/comments/index.ts';
import { createComputed } from './domains/computed/index.ts';
import { createConsole } from './domains/console/index.ts';
import { createContent } from './domains/content/index.ts';
import { createConversations } from './domains/conversations/index.ts';
import { createFonts } from './domains/fonts/index.ts';
import { createGitDomain } from './domains/git/index.ts';
import { createIdentity } from './domains/identity/index.ts';
import { createImports } from './domains/imports/index.ts';
import { createInsights } from './domains/insights/index.ts';
import { createIntegrations, mayCallOperation } from './domains/integrations/index.ts';
import { createLiveDocuments } from './domains/live-documents/index.ts';
import { createLogos } from './domains/logos/index.ts';
import { createMcp } from './domains/mcp/index.ts';
import { createNotifications } from './domains/notifications/index.ts';
import { createOpenapi } from './domains/openapi/index.ts';
import { createOrganizations } from './domains/organizations/index.ts';
import { createOwnership } from './domains/ownership/index.ts';
import { createPdfs } from './domains/pdfs/index.ts';
import { createPublishing } from './domains/publishing/index.ts';
import { createRepositories } from './domains/repositories/index.ts';
import { createRevisions, type RevisionsService } from './domains/revisions/index.ts';
import { createScim } from './domains/scim/index.ts';
import { createSearch } from './domains/search/index.ts';
import { createSites } from './domains/sites/index.ts';
import { createSpaces } from './domains/spaces/index.ts';
import { createSystem } from './domains/system/index.ts';
import { createTeams } from './domains/teams/index.ts';
import { createTranslations } from './domains/translations/index.ts';
import { createWebhooks } from './domains/webhooks/index.ts';
import type { Domain } from './kernel/contract/domain.ts';
import { toOpenApi } from './kernel/contract/openapi.ts';
import { scopesOf } from './kernel/contract/scopes.ts';
import type { SendInternalRequest } from './kernel/http.ts';
import type { Kernel } from './kernel/kernel.ts';
import type { SiteHosts } from './kernel/site-hosts.ts';
import { createSignInDomains } from './sign-in-domains.ts';
import { VERSION } from './version.ts';

/** Creates the domains, each after those it depends on; later ones are passed as callbacks. */
export const createDomains = (
  kernel: Kernel,
  system: Pick<Parameters<typeof createSystem>[0], 'isReady' | 'metrics'> & {
    readonly sendInternalRequest: SendInternalRequest;
  },
  publicUrl: () => string,
  hosts: SiteHosts,
) => {
  const all = (): readonly Domain[] => domains;
  const scopes = () => scopesOf(all().map((domain) => domain.contract));
  const identity = createIdentity(kernel, { scopes, version: { version: VERSION, build: VERSION } });
  const organizations = createOrganizations(kernel, {
    ssoMembershipChanges: identity.ssoMembershipChanges,
    // Organizations may require single sign-on only if they have an identity provider.
    hasProvider: async (organizationId) => (await sso.logins(organizationId)).length > 0,
    // They must not switch off the last sign-in method of an administrator.
    methodsOf: (userId) => credentials.methodsOf(userId),
  });
  const teams = createTeams(kernel, { organizations: organizations.service });
  // Integrations are notified when a space or site that they are installed on is removed.
  const beforeRemoval: RemovalHook = (...content) => integrations.beforeRemoval(...content);
  const access = createAccess(kernel, {
    identity: identity.service,
    organizations: organizations.service,
    beforeRemoval,
    // Invitations depend on spaces and collections.
    sendInvitation: (tx, guest) => invites.invitations.deliver(tx, guest, 'email'),
  });
  const search = createSearch(kernel, { revisions: (): RevisionsService => revisions });
  const revisionsParts = createRevisions(kernel, {
    onHeadsMoved: async (tx, organizationId, moves, cause) => {
      await search.index.onHeadsMoved(tx, organizationId, moves);
      await content.references.onHeadsMoved(tx, organizationId, moves);
      await computed.service.follow(tx, organizationId, moves, cause);
      await translations.service.followSources(tx, organizationId, moves, cause);
    },
    extraSnapshots: (organizationId) => translations.service.snapshots(organizationId),
    extraBlobs: async (organizationId) => [
      ...(await integrations.blobsOf(organizationId)),
      ...(await sites.images.blobsOf(organizationId)),
      ...(await logos.service.blobsOf(organizationId)),
      ...(await fonts.service.blobsOf(organizationId)),
    ],
    documents: { version: DOCUMENT_VERSION, parse: kernel.markdown.document },
  });
  const revisions = revisionsParts.service;
  const logos = createLogos(kernel, { revisions });
  const collections = createCollections(kernel, { tree: access.tree, revisions });
  const spaces = createSpaces(kernel, {
    tree: access.tree,
    revisions,
    contentFromTemplate: (...template) => content.templates.createContent(...template),
    beforeRemoval,
    accessCounts: organizations.accessCounts,
  });
  const content = createContent(kernel, {
    revisions,
    organizations: organizations.service,
    collections: collections.service,
    spaces: spaces.service,
    // Change requests are created after content.
    mergedFrom: (space, revisionId) => changeRequests.mergedFrom(space, revisionId),
    editChangeRequest: (...request) => changeRequests.content.editable(...request),
    findUnfurlingBlock: (...url) => integrations.blocks.findUnfurling(...url),
    noteSections: search.index.noteSections,
    saveSharedPages: (place) => liveDocuments.saveAll(place),
  });
  const comments = createComments(kernel, {
    revisions,
    spaces: spaces.service,
    // Change requests depend on comments, so comments find change requests by a callback.
    changeRequestOf: (space, id, readerId) => changeRequests.service.findInSpace(space, id, readerId),
  });
  const conversations = createConversations(kernel, {
    organizations: organizations.service,
    onClustersRemoved: async (...removed) => {
      await reassignClusters(...removed);
      await reassignTasks(...removed);
    },
    tasksByCluster,
    sourceOf: (accountId) => integrations.serviceAccounts.conversationSourceOf(accountId),
  });
  const changeRequests = createChangeRequests(kernel, {
    clusters: conversations.clusters,
    organizations: organizations.service,
    revisions,
    spaces: spaces.service,
    content: content.service,
    editing: content.editing,
    changes: content.changes,
    history: content.history,
    links: content.links,
    shared: content.shared,
    comments: comments.service,
    // Live documents and tasks are created after change requests.
    saveSharedPages: (place) => liveDocuments.saveAll(place),
    claimTask: (...task) => agentTasks.service.claim(...task),
  });
  const liveDocuments = createLiveDocuments(kernel, { spaces: spaces.service, content, changeRequests });
  const repositories = createRepositories(kernel, {
    revisions,
    bodyLinks: content.bodyLinks,
    searchIndex: search.index,
    changeRequestContent: changeRequests.content,
  });
  const translations = createTranslations(kernel, {
    organizations: organizations.service,
    revisions,
    spaces: spaces.service,
    changeRequests: changeRequests.service,
    changeRequestContent: changeRequests.content,
  });
  const git = createGitDomain(kernel, {
    identity: identity.service,
    revisions,
    spaces: spaces.service,
    repositories: repositories.service,
    changeRequests: changeRequests.service,
    changeRequestContent: changeRequests.content,
  });
  const notifications = createNotifications(kernel, { comments: comments.service });
  const signIn = createSignInDomains(kernel, {
    identity,
    organizations,
    teams: teams.service,
    collections: collections.service,
    spaces: spaces.service,
    notificationSettings: notifications.settings,
    scopes,
  });
  const { sessions, sso, credentials, invites, setup } = signIn;
  const scim = createScim(kernel, {
    identity: identity.service,
    members: organizations.members,
    provisioning: sso.provisioning,
    teams: teams.service,
  });
  const imports = createImports(kernel, {
    identity: identity.service,
    revisions,
    spaces: spaces.service,
    content: content.service,
    changeRequests: changeRequests.service,
    repositories: repositories.service,
  });
  const fonts = createFonts(kernel, { uploads: imports.uploads });
  const sites = createSites(kernel, {
    organizations: organizations.service,
    tree: access.tree,
    spaces: spaces.service,
    revisions,
    search: search.service,
    findSiteScripts: (site) => integrations.findSiteScripts(site),
    beforeRemoval,
  });
  const ask = createAsk(kernel, { passages: search.passages, sites });
  const agentTasks = createAgentTasks(kernel, {
    identity: identity.service,
    organizations: organizations.service,
    spaces: spaces.service,
    clusters: conversations.clusters,
    content: content.service,
    editing: content.editing,
    links: content.links,
    passages: search.passages,
    changeRequests: changeRequests.service,
    changeRequestContent: changeRequests.content,
    budgets: ask.budgets,
  });
  const openapi = createOpenapi(kernel, {
    organizations: organizations.service,
    usagesOf: (userId, { organization_id, slug }) =>
      content.references.findSpecificationUsages(userId, organization_id, slug),
  });
  const integrations = createIntegrations(kernel, {
    organizations: organizations.service,
    revisions,
    spaces: spaces.service,
    sites: sites.service,
    specificationOf: openapi.find,
  });
  const computed = createComputed(kernel, {
    revisions,
    references: content.references,
    sources: integrations.contentSources,
    specificationPages: openapi.pagesOf,
    mergedFrom: changeRequests.mergedFrom,
  });
  const webhooks = createWebhooks(kernel, { organizations: organizations.service });
  const insights = createInsights(kernel, {
    hasSubscribers: async (...topic) =>
      (await webhooks.service.hasSubscribers(...topic)) ||
      (await integrations.events.hasSubscribers(...topic)),
    spaces: spaces.service,
  });
  const pdfs = createPdfs(kernel, {
    revisions,
    content: content.service,
    evaluation: content.evaluation,
    identity: identity.service,
    logos: logos.service,
  });
  const publishing = createPublishing(kernel, {
    ask: ask.service,
    oauth: signIn.oauth,
    responses: ask.responses,
    customization: sites.customization,
    visitorViews: sites.visitorViews,
    redirects: sites.redirects,
    findSiteScripts: sites.findSiteScripts,
    insights: insights.service,
    misses: insights.misses,
    hosts,
    spaces: spaces.service,
    sites: sites.service,
    revisions,
    changeRequests: changeRequests.service,
    content: content.service,
    evaluation: content.evaluation,
    search: search.service,
    embeds: content.embeds,
    identity: identity.service,
    collections: collections.service,
    siteSearch: sites.search,
    visitorAuthentication: integrations.visitorAuthentication,
    blocks: integrations.blocks,
    specificationNamed: openapi.named,
    specVersions: openapi.versions,
    references: content.references,
    pdfs: pdfs.service,
  });
  const openApi = () => toOpenApi(all(), { version: VERSION, serverUrl: publicUrl() });
  const domains = [
    createSystem({ ...system, openApi }).domain,
    createConsole(publishing).domain,
    identity.domain,
    organizations.domain,
    logos.domain,
    fonts.domain,
    createAudit(kernel).domain,
    createBackups(kernel).domain,
    createOwnership(kernel).domain,
    teams.domain,
    access.domain,
    revisionsParts.domain,
    collections.domain,
    spaces.domain,
    content.domain,
    search.domain,
    ask.domain,
    agentTasks.domain,
    comments.domain,
    conversations.domain,
    changeRequests.domain,
    liveDocuments.domain,
    git.domain,
    imports.domain,
    notifications.domain,
    ...signIn.domains,
    scim.domain,
    createMcp(kernel, system.sendInternalRequest).domain,
    sites.domain,
    openapi.domain,
    publishing.domain,
    pdfs.domain,
    translations.domain,
    integrations.domain,
    computed.domain,
    webhooks.domain,
    insights.domain,
  ] as const satisfies readonly Domain[];
  const services = {
    identity: identity.service,
    organizations: organizations.service,
    members: organizations.members,
    sessions: sessions.service,
    signIn: sessions.signIn,
    setup: setup.service,
    invitations: invites.invitations,
    passwords: credentials.passwords,
    passkeys: credentials.passkeys,
    credentialChanges: credentials.changes,
    oauth: signIn.oauth,
    spaces: spaces.service,
    imports: imports.local,
    sites: sites.service,
    revisions,
    changeRequests: changeRequests.service,
    repositories: repositories.service,
    garbageCollection: revisionsParts.garbageCollection,
    gitOperations: git.operations,
    gitConnections: git.connections,
    comments: comments.service,
    conversationProcessing: conversations.processing,
    agentTaskWriting: agentTasks.writing,
    translationRuns: translations.runs,
    scriptEnvironments: integrations.environment,
    integrationEvents: integrations.events,
    eventDelivery: integrations.eventDelivery,
    computed: computed.service,
    webhookDeliveries: webhooks.deliveries,
    webhookSender: webhooks.sender,
    siteEvents: insights.siteEvents,
    siteEventCounts: insights.counts,
  };
  return {
    domains,
    services,
    openApi,
    siteHostnames: publishing.hostnames,
    findVisitor: publishing.findVisitor,
    findProvider: scim.findProvider,
    mayCall: mayCallOperation,
  };
};
