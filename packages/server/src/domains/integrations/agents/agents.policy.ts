import type { Principal } from '../../../kernel/auth/principal.ts';
import type { IntegrationScope } from '../integrations.contract.ts';

// Their own, which no scope is needed for, and what everybody sees; what an installation finds there is itself.
const OWN = [
  'listIntegrations',
  'getIntegrationByName',
  'listIntegrationInstallations',
  'getIntegrationInstallationById',
  'updateIntegrationInstallation',
  'listIntegrationSpaceInstallations',
  'listIntegrationSiteInstallations',
  'listIntegrationInstallationSpaces',
  'getIntegrationSpaceInstallation',
  'updateIntegrationSpaceInstallation',
  'listIntegrationInstallationSites',
  'getIntegrationSiteInstallation',
  'updateIntegrationSiteInstallation',
];

const CALLS = {
  integration: new Set([...OWN, 'createIntegrationInstallationToken', 'queueIntegrationTask']),
  installation: new Set([...OWN, 'listOrganizationIntegrations']),
};

/**
 * What each scope opens to the token of an installation, on the spaces and sites that it covers. Scopes without
 * operations are about events alone.
 */
const OPERATIONS_OF: Readonly<Record<IntegrationScope, readonly string[]>> = {
  'space:content:read': [
    'getCurrentRevision',
    'listPages',
    'getPageById',
    'getPageByPath',
    'listPageLinksInSpace',
    'listSpacePageBacklinks',
    'listFiles',
    'getFileById',
    'listSpaceFileBacklinks',
    'getReusableContentById',
    'getDocumentById',
    'searchSpaceContent',
    'getRevisionById',
    'getRevisionSemanticChanges',
    'listPagesInRevisionById',
    'getPageInRevisionById',
    'getPageDocumentInRevisionById',
    'getPageInRevisionByPath',
    'listFilesInRevisionById',
    'getFileInRevisionById',
    'getReusableContentInRevisionById',
    'getReusableContentDocumentInRevisionById',
    'listChangeRequestsForSpace',
    'getChangeRequestById',
    'getChangeRequestChanges',
    'getRevisionOfChangeRequestById',
    'listPagesInChangeRequest',
    'getPageInChangeRequestById',
    'getPageInChangeRequestByPath',
    'listPageLinksInChangeRequest',
    'listChangeRequestPageBacklinks',
    'listFilesInChangeRequestById',
    'getFileInChangeRequestById',
    'listChangeRequestFileBacklinks',
    'getReusableContentInChangeRequestById',
    'listChangeRequestLinks',
    'getContentByUrl',
  ],
  'space:content:write': [
    'updateSpaceContent',
    'createChangeRequest',
    'updateChangeRequestById',
    'updateChangeRequestContent',
    'updateChangeRequest',
    'uploadFile',
  ],
  'space:metadata:read': ['getSpaceById', 'listSpacesInOrganizationById'],
  'space:metadata:write': ['updateSpaceById'],
  'space:git:sync': ['importGitRepository', 'exportToGitRepository', 'getSpaceGitInfo'],
  'page:feedback:read': [],
  'site:metadata:read': ['getSiteById', 'listSites'],
  'site:views:read': [],
  'site:script:inject': [],
  'site:script:cookies': [],
  'site:visitor:auth': [],
  'site:adaptive:read': ['getSiteAdaptiveSchema'],
  'site:adaptive:write': ['updateSiteAdaptiveSchema'],
  'openapi:read': [
    'listOpenAPISpecs',
    'getOpenAPISpecBySlug',
    'listOpenAPISpecVersions',
    'getLatestOpenAPISpecVersion',
    'getLatestOpenAPISpecVersionContent',
    'getOpenAPISpecVersionById',
    'getOpenAPISpecVersionContentById',
  ],
  'openapi:write': [
    'createOpenAPISpec',
    'createOrUpdateOpenAPISpecBySlug',
    'updateOpenAPISpecBySlug',
    'deleteOpenAPISpecBySlug',
  ],
  'conversations:ingest': ['ingestConversation'],
};

const SCOPES_OF = new Map<string, IntegrationScope>(
  Object.entries(OPERATIONS_OF).flatMap(([scope, operations]) =>
    operations.map((operation) => [operation, scope as IntegrationScope] as const),
  ),
);

/** Whether the token of an integration or an installation may call an operation at all; on what, roles decide. */
export const mayCall = ({ kind, scopes = [] }: Principal, operationId: string): boolean => {
  if (kind === 'user') return true;
  // Identity providers have operations of their own, and no others.
  if (kind === 'provider') return false;
  if (CALLS[kind].has(operationId)) return true;
  const scope = SCOPES_OF.get(operationId);
  return kind === 'installation' && scope !== undefined && scopes.includes(scope);
};
