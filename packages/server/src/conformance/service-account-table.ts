const read = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/) as [operationId: string, status: string, scope: string]);

const rows = read(`
  listIntegrations                            200  own
  getIntegrationByName                        200  own
  listOrganizationIntegrations                200  installation
  listIntegrationInstallations                200  own
  getIntegrationInstallationById              200  own
  updateIntegrationInstallation               200  own
  listIntegrationSpaceInstallations           200  own
  listIntegrationSiteInstallations            200  own
  listIntegrationInstallationSpaces           200  own
  getIntegrationSpaceInstallation             200  own
  updateIntegrationSpaceInstallation          200  own
  listIntegrationInstallationSites            200  own
  getIntegrationSiteInstallation              200  own
  updateIntegrationSiteInstallation           200  own
  createIntegrationInstallationToken          200  integration
  queueIntegrationTask                        204  integration
  getCurrentRevision                          200  space:content:read
  listPages                                   200  space:content:read
  getPageById                                 200  space:content:read
  getPageByPath                               200  space:content:read
  listPageLinksInSpace                        200  space:content:read
  listSpacePageBacklinks                      200  space:content:read
  listFiles                                   200  space:content:read
  getFileById                                 200  space:content:read
  listSpaceFileBacklinks                      200  space:content:read
  getReusableContentById                      200  space:content:read
  listReusableContents                        200  space:content:read
  listVariables                               200  space:content:read
  getDocumentById                             200  space:content:read
  searchSpaceContent                          200  space:content:read
  getRevisionById                             200  space:content:read
  getRevisionSemanticChanges                  200  space:content:read
  listPagesInRevisionById                     200  space:content:read
  getPageInRevisionById                       200  space:content:read
  getPageDocumentInRevisionById               200  space:content:read
  getPageInRevisionByPath                     200  space:content:read
  listFilesInRevisionById                     200  space:content:read
  getFileInRevisionById                       200  space:content:read
  getReusableContentInRevisionById            200  space:content:read
  getReusableContentDocumentInRevisionById    200  space:content:read
  listChangeRequestsForSpace                  200  space:content:read
  getChangeRequestById                        200  space:content:read
  getChangeRequestChanges                     200  space:content:read
  getRevisionOfChangeRequestById              200  space:content:read
  listPagesInChangeRequest                    200  space:content:read
  getPageInChangeRequestById                  200  space:content:read
  getPageInChangeRequestByPath                200  space:content:read
  listPageLinksInChangeRequest                200  space:content:read
  listChangeRequestPageBacklinks              200  space:content:read
  listFilesInChangeRequestById                200  space:content:read
  getFileInChangeRequestById                  200  space:content:read
  listChangeRequestFileBacklinks              200  space:content:read
  getReusableContentInChangeRequestById       200  space:content:read
  listReusableContentsInChangeRequest         200  space:content:read
  listVariablesInChangeRequest                200  space:content:read
  listChangeRequestLinks                      200  space:content:read
  getContentByUrl                             404  space:content:read
  updateSpaceContent                          200  space:content:write
  createChangeRequest                         201  space:content:write
  updateChangeRequestById                     200  space:content:write
  updateChangeRequestContent                  200  space:content:write
  updateChangeRequest                         200  space:content:write
  uploadFile                                  201  space:content:write
  getSpaceById                                200  space:metadata:read
  listSpacesInOrganizationById                200  space:metadata:read
  updateSpaceById                             200  space:metadata:write
  importGitRepository                         204  space:git:sync
  exportToGitRepository                       204  space:git:sync
  getSpaceGitInfo                             200  space:git:sync
  getSiteById                                 200  site:metadata:read
  listSites                                   200  site:metadata:read
  getSiteAdaptiveSchema                       200  site:adaptive:read
  updateSiteAdaptiveSchema                    200  site:adaptive:write
  listOpenAPISpecs                            200  openapi:read
  getOpenAPISpecBySlug                        200  openapi:read
  listOpenAPISpecVersions                     200  openapi:read
  getLatestOpenAPISpecVersion                 200  openapi:read
  getLatestOpenAPISpecVersionContent          200  openapi:read
  getOpenAPISpecVersionById                   200  openapi:read
  getOpenAPISpecVersionContentById            200  openapi:read
  createOpenAPISpec                           201  openapi:write
  createOrUpdateOpenAPISpecBySlug             200  openapi:write
  updateOpenAPISpecBySlug                     200  openapi:write
  deleteOpenAPISpecBySlug                     204  openapi:write
  ingestConversation                          204  conversations:ingest
`);

/**
 * The operations that tokens of integrations and installations may call, and the scope they need. `own` needs none, and is
 * all that the token of an integration has besides `integration`, and that of an installation besides `installation`. Whatever is not here is a 403 for both. Written by
 * hand, like the tables of roles.
 */
export const SERVICE_ACCOUNT_OPERATIONS: readonly {
  readonly operationId: string;
  readonly status: number;
  readonly scope: string;
}[] = rows.map(([operationId, status, scope]) => ({ operationId, status: Number(status), scope }));

/** Scopes that only concern events and allow no operation. */
export const SILENT_SCOPES: readonly string[] = [
  'page:feedback:read',
  'site:views:read',
  'site:script:inject',
  'site:script:cookies',
  'site:visitor:auth',
];
