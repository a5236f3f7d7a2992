import { COLUMNS, rolesIn } from './role-columns.ts';

/** The status of operations on sites for members by their role in the organization, on sites without grants. */
export const SITE_OPERATIONS = rolesIn(
  `
  listSites                                       200 200 200 200 200 200 200
  createSite                                      201 201 403 403 403 403 403
  getSiteById                                     200 200 200 200 200 200 404
  getPublishedContentSite                         200 200 200 200 200 200 404
  listSiteIntegrationScripts                      200 200 200 200 200 200 404
  getSubdomain                                    200 200 200 200 200 200 200
  getCustomHostname                               200 200 200 200 200 200 404
  dnsRevalidateCustomHostname                     204 204 403 403 403 403 404
  removeCustomHostname                            204 204 403 403 403 403 204
  getContentByUrl                                 404 404 404 404 404 404 404
  updateSiteById                                  200 200 403 403 403 403 404
  deleteSiteById                                  204 204 403 403 403 403 204
  publishSite                                     200 200 403 403 403 403 404
  unpublishSite                                   200 200 403 403 403 403 404
  getSiteStructure                                200 200 200 200 200 200 404
  sortSiteStructure                               200 200 403 403 403 403 404
  listSiteSpaces                                  200 200 200 200 200 200 404
  addSpaceToSite                                  201 201 403 403 403 403 404
  updateSiteSpaceById                             200 200 403 403 403 403 404
  deleteSiteSpaceById                             204 204 403 403 403 403 404
  moveSiteSpace                                   200 200 403 403 403 403 404
  listSiteSections                                200 200 200 200 200 200 404
  addSectionToSite                                201 201 403 403 403 403 404
  updateSiteSectionById                           200 200 403 403 403 403 404
  deleteSiteSectionById                           204 204 403 403 403 403 404
  moveSiteSection                                 200 200 403 403 403 403 404
  listSiteSectionGroups                           200 200 200 200 200 200 404
  addSectionGroupToSite                           201 201 403 403 403 403 404
  updateSiteSectionGroupById                      200 200 403 403 403 403 404
  deleteSiteSectionGroupById                      204 204 403 403 403 403 404
  moveSiteSectionGroup                            200 200 403 403 403 403 404
  addSectionToGroup                               201 201 403 403 403 403 404
  removeSectionFromGroup                          204 204 403 403 403 403 404
  getSiteCustomizationById                        200 200 200 200 200 200 404
  updateSiteCustomizationById                     200 200 403 403 403 403 404
  getSiteSpaceCustomizationById                   200 200 200 200 200 200 404
  overrideSiteSpaceCustomizationById              200 200 403 403 403 403 404
  deleteSiteSpaceCustomizationById                204 204 403 403 403 403 404
  getSiteAdaptiveSchema                           200 200 200 200 200 200 404
  updateSiteAdaptiveSchema                        200 200 403 403 403 403 404
  listSiteAdaptiveTemplateConditions              200 200 200 200 200 200 404
  uploadSiteImage                                 201 201 403 403 403 403 404
  listSiteShareLinks                              200 200 403 403 403 403 404
  createSiteShareLink                             201 201 403 403 403 403 404
  createSiteVisitorLink                           201 201 403 403 403 403 404
  getSiteDnsCheck                                 200 200 403 403 403 403 404
  updateSiteShareLinkById                         200 200 403 403 403 403 404
  deleteSiteShareLinkById                         204 204 403 403 403 403 404
  listSiteMcpServers                              200 200 403 403 403 403 404
  createSiteMcpServer                             201 201 403 403 403 403 404
  getSiteMcpServerById                            200 200 403 403 403 403 404
  updateSiteMcpServerById                         200 200 403 403 403 403 404
  deleteSiteMcpServerById                         205 205 403 403 403 403 404
  checkSiteMcpServer                              200 200 403 403 403 403 404
  getSitePublishingAuthById                       200 200 403 403 403 403 404
  updateSitePublishingAuthById                    200 200 403 403 403 403 404
  regenerateSitePublishingAuthById                200 200 403 403 403 403 404
  getSitePublishingPreviewById                    200 200 200 200 200 200 404
  listSiteFeedback                                200 200 403 403 403 403 404
  listSiteRedirects                               200 200 200 200 200 200 404
  createSiteRedirect                              201 201 403 403 403 403 404
  bulkUpsertSiteRedirects                         200 200 403 403 403 403 404
  updateSiteRedirectById                          200 200 403 403 403 403 404
  deleteSiteRedirectById                          204 204 403 403 403 403 404
  listSiteMisses                                  200 200 200 200 403 403 404
  dismissSiteMiss                                 204 204 204 204 403 403 404
  aggregateSiteEvents                             200 200 200 200 403 403 404
  listSiteVisitorSegments                         200 200 200 200 403 403 404
  eraseSiteVisitor                                200 200 403 403 403 403 404
  exportSiteEvents                                200 200 403 403 403 403 404
  getSiteRedirectBySource                         200 200 200 200 200 200 404
  streamAskInSite                                 200 200 200 200 200 200 404
  streamAIResponseInSite                          200 200 200 200 200 200 404
  streamExistingAIResponseInSite                  200 200 200 200 200 200 404
  streamRecommendedQuestionsInSite                200 200 200 200 200 200 404
  searchSiteContent                               200 200 200 200 200 200 404
  `,
  COLUMNS,
);
