import type { Principal } from '../../../kernel/auth/principal.ts';
import type { IntegrationScope } from '../integration-schemas.ts';

// Operations on the integration itself, which need no scope.
const OWN_OPERATIONS = [
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

const OPERATIONS_WITHOUT_SCOPE = {
  integration: new Set([...OWN_OPERATIONS, 'createIntegrationInstallationToken', 'queueIntegrationTask']),
  installation: new Set([...OWN_OPERATIONS, 'listOrganizationIntegrations']),
};

/**
 * The operations that a token of an installation may call with each scope, on its spaces and sites. Scopes without
 * operations are for events only.
 */
const OPERATIONS_BY_SCOPE: Readonly<Record<IntegrationScope, readonly string[]>> = {
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
    'listReusableContents',
    'listVariables',
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
    'listReusableContentsInChangeRequest',
    'listVariablesInChangeRequest',
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

const SCOPE_BY_OPERATION = new Map<string, IntegrationScope>(
  Object.entries(OPERATIONS_BY_SCOPE).flatMap(([scope, operations]) =>
    operations.map((operation) => [operation, scope as IntegrationScope] as const),
  ),
);

/** Whether a token may call an operation at all; roles decide on which objects. */
export const mayCallOperation = ({ kind, scopes = [] }: Principal, operationId: string): boolean => {
  if (kind === 'user') return true;
  // Identity providers may call SCIM operations only.
  if (kind === 'provider') return false;
  if (OPERATIONS_WITHOUT_SCOPE[kind].has(operationId)) return true;
  const scope = SCOPE_BY_OPERATION.get(operationId);
  return kind === 'installation' && scope !== undefined && scopes.includes(scope);
};
