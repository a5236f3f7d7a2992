import { ACCOUNT_OPERATIONS } from './account-role-table.ts';
import { COLUMNS, rolesIn } from './role-columns.ts';
import { SCIM_OPERATIONS } from './scim-role-table.ts';
import { SITE_OPERATIONS } from './site-role-table.ts';

/**
 * The status for members by their role in the organization, on objects without grants.
 * Written by hand from the rules for roles, not from the policies: where the two differ, one of them is wrong.
 * Without access to the object: 404, or 204 for its deletion. With access but without permission: 403. Administrators
 * cannot leave by themselves: 409.
 */
export const MEMBERS = [
  ...ACCOUNT_OPERATIONS,
  ...SCIM_OPERATIONS,
  ...SITE_OPERATIONS,
  ...rolesIn(
    `
  getAuthenticatedUser                            200 200 200 200 200 200 200
  getUserById                                     200 200 200 200 200 200 404
  getUserById (oneself)                           200 200 200 200 200 200 200
  updateUserById                                  403 403 403 403 403 403 404
  updateUserById (oneself)                        200 200 200 200 200 200 200
  listUserNotifications                           200 200 200 200 200 200 200
  followUserNotifications                         200 200 200 200 200 200 200
  getUserNotification                             200 200 200 200 200 200 404
  updateUserNotification                          200 200 200 200 200 200 404
  readUserNotifications                           200 200 200 200 200 200 200
  getUserNotificationSettings                     200 200 200 200 200 200 200
  updateUserNotificationSettings                  200 200 200 200 200 200 200
  listServerBackups                               404 404 404 404 404 404 404
  getHomePage                                     303 303 303 303 303 303 303
  getConsole                                      200 200 200 200 200 200 200
  getConsolePage                                  200 200 200 200 200 200 200
  getAuthorizationPage                            400 400 400 400 400 400 400
  authorizeProgram                                400 400 400 400 400 400 400
  callMcpServer                                   406 406 406 406 406 406 406
  listOrganizationsForAuthenticatedUser           200 200 200 200 200 200 200
  createOrganization                              201 201 201 201 201 201 201
  getOrganizationById                             200 200 200 200 200 200 200
  uploadOrganizationLogo                          201 403 403 403 403 403 403
  listCustomFonts                                 200 200 200 200 200 200 200
  createCustomFont                                201 201 403 403 403 403 403
  getCustomFont                                   200 200 200 200 200 200 200
  updateCustomFont                                201 201 403 403 403 403 403
  deleteCustomFont                                205 205 403 403 403 403 403
  updateOrganizationById                          200 403 403 403 403 403 403
  listSAMLProvidersInOrganizationById             200 403 403 403 403 403 403
  createOrganizationSAMLProvider                  201 403 403 403 403 403 403
  getOrganizationSAMLProviderById                 200 403 403 403 403 403 403
  updateOrganizationSAMLProvider                  200 403 403 403 403 403 403
  deleteOrganizationSAMLProvider                  204 403 403 403 403 403 403
  getSCIMProvisioning                             200 403 403 403 403 403 403
  createSCIMToken                                 201 403 403 403 403 403 403
  deleteSCIMToken                                 204 403 403 403 403 403 403
  testSAMLLogin                                   303 403 403 403 403 403 403
  testOIDCLogin                                   200 403 403 403 403 403 403
  listOIDCProvidersInOrganization                 200 403 403 403 403 403 403
  createOIDCProvider                              201 403 403 403 403 403 403
  getOIDCProvider                                 200 403 403 403 403 403 403
  updateOIDCProvider                              200 403 403 403 403 403 403
  deleteOIDCProvider                              204 403 403 403 403 403 403
  joinOrganization                                204 204 204 204 204 204 204
  getOrganizationsForEmailDomain                  200 200 200 200 200 200 200
  getOrganizationAgentInstructions                200 200 200 200 200 200 403
  updateOrganizationAgentInstructions             200 403 403 403 403 403 403
  listMembersInOrganizationById                   200 200 200 200 200 200 403
  getMemberInOrganizationById                     200 200 200 200 200 200 404
  getMemberInOrganizationById (oneself)           200 200 200 200 200 200 200
  updateMemberInOrganizationById                  200 403 403 403 403 403 403
  removeMemberFromOrganizationById                204 403 403 403 403 403 403
  removeMemberFromOrganizationById (oneself)      409 204 204 204 204 204 204
  getMemberOwnership                              200 403 403 403 403 403 403
  transferMemberOwnership                         200 403 403 403 403 403 403
  updateOrganizationMemberLastSeenAt              200 200 200 200 200 200 200
  setUserAsSSOMemberForOrganization               200 403 403 403 403 403 403
  createMemberRecoveryLink                        409 403 403 403 403 403 403
  renewMemberInvitation                           409 403 403 403 403 403 403
  listSpacesForOrganizationMember                 200 200 200 200 200 200 404
  listTeamsForOrganizationMember                  200 200 200 200 200 200 404
  listOrganizationAuditEvents                     200 403 403 403 403 403 403
  getOrganizationAuditEvent                       200 403 403 403 403 403 403
  listOrganizationAuditEventActions               200 403 403 403 403 403 403
  listConversations                               200 200 200 200 200 200 404
  ingestConversation                              204 204 403 403 403 403 403
  getConversationById                             200 200 200 200 200 200 404
  listConversationsIssues                         200 200 200 200 200 200 404
  getConversationIssueById                        200 200 200 200 200 200 404
  listConversationsIssuesClusters                 200 200 200 200 200 200 404
  getConversationsIssuesCluster                   200 200 200 200 200 200 404
  listAgentTasks                                  200 200 200 200 200 200 200
  createAgentTask                                 201 201 201 201 201 403 400
  getAgentTask                                    200 200 200 200 200 200 404
  updateAgentTask                                 200 200 200 200 403 403 404
  getAgentSetupState                              200 200 200 200 200 200 404
  startImportRun                                  201 201 201 201 403 403 404
  listImportRuns                                  200 200 200 200 200 200 200
  getImportRun                                    200 200 200 200 200 200 404
  cancelImportRun                                 201 201 201 201 403 403 404
  generateStorageUploadURL                        201 201 201 201 201 403 403
  listOpenAPISpecs                                200 200 200 200 200 200 200
  createOpenAPISpec                               201 201 403 403 403 403 403
  getOpenAPISpecBySlug                            200 200 200 200 200 200 404
  listOpenAPISpecUsages                           200 200 200 200 200 200 404
  createOrUpdateOpenAPISpecBySlug                 200 200 403 403 403 403 403
  updateOpenAPISpecBySlug                         200 200 403 403 403 403 404
  deleteOpenAPISpecBySlug                         204 204 403 403 403 403 204
  listOpenAPISpecVersions                         200 200 200 200 200 200 404
  getLatestOpenAPISpecVersion                     200 200 200 200 200 200 404
  getLatestOpenAPISpecVersionContent              200 200 200 200 200 200 404
  getOpenAPISpecVersionById                       200 200 200 200 200 200 404
  getOpenAPISpecVersionContentById                200 200 200 200 200 200 404
  listIntegrations                                200 200 200 200 200 200 200
  getIntegrationByName                            200 200 200 200 200 200 404
  publishIntegration                              200 403 403 403 403 403 403
  unpublishIntegration                            204 403 403 403 403 403 204
  listIntegrationEvents                           200 403 403 403 403 403 404
  getIntegrationEvent                             200 403 403 403 403 403 404
  replayIntegrationEvent                          201 403 403 403 403 403 404
  queueIntegrationTask                            403 403 403 403 403 403 404
  setIntegrationDevelopmentMode                   204 403 403 403 403 403 404
  disableIntegrationDevelopmentMode               205 403 403 403 403 403 404
  listIntegrationInstallations                    200 200 200 200 200 200 404
  installIntegration                              201 403 403 403 403 403 404
  getIntegrationInstallationById                  200 200 200 200 200 200 404
  updateIntegrationInstallation                   200 403 403 403 403 403 404
  uninstallIntegration                            204 403 403 403 403 403 404
  createIntegrationInstallationToken              403 403 403 403 403 403 404
  listIntegrationSpaceInstallations               200 200 200 200 200 200 404
  listIntegrationSiteInstallations                200 200 200 200 200 200 404
  listIntegrationInstallationSpaces               200 200 200 200 200 200 404
  installIntegrationOnSpace                       201 201 403 403 403 403 404
  getIntegrationSpaceInstallation                 200 200 200 200 200 200 404
  updateIntegrationSpaceInstallation              200 200 403 403 403 403 404
  uninstallIntegrationFromSpace                   204 204 403 403 403 403 404
  listIntegrationInstallationSites                200 200 200 200 200 200 404
  installIntegrationOnSite                        201 201 403 403 403 403 404
  getIntegrationSiteInstallation                  200 200 200 200 200 200 404
  updateIntegrationSiteInstallation               200 200 403 403 403 403 404
  uninstallIntegrationFromSite                    204 204 403 403 403 403 404
  listOrganizationIntegrations                    200 200 200 200 200 200 403
  listOrganizationInstallations                   200 200 200 200 200 200 403
  listOrganizationIntegrationsStatus              200 200 200 200 200 200 403
  getOrganizationIntegrationStatus                200 200 200 200 200 200 403
  renderIntegrationUIWithGet                      400 400 400 400 400 400 404
  renderIntegrationUIWithPost                     200 200 200 200 200 200 404
  listSpaceIntegrations                           200 200 200 200 200 200 404
  listSpaceIntegrationsBlocks                     200 200 200 200 200 200 404
  listSiteIntegrations                            200 200 200 200 200 200 404
  listWebhooks                                    200 403 403 403 403 403 403
  createWebhook                                   201 403 403 403 403 403 403
  getWebhook                                      200 404 404 404 404 404 404
  updateWebhook                                   200 404 404 404 404 404 404
  deleteWebhook                                   204 204 204 204 204 204 204
  rotateWebhookSecret                             200 404 404 404 404 404 404
  pingWebhook                                     201 404 404 404 404 404 404
  listWebhookDeliveries                           200 404 404 404 404 404 404
  getWebhookDelivery                              200 404 404 404 404 404 404
  redeliverWebhookDelivery                        200 404 404 404 404 404 404
  listTranslations                                200 200 200 200 200 200 200
  createTranslation                               201 403 403 403 403 403 403
  getTranslation                                  200 200 200 200 200 200 404
  updateTranslation                               200 403 403 403 403 403 404
  deleteTranslation                               204 403 403 403 403 403 204
  runTranslation                                  409 403 403 403 403 403 404
  listGlossaryEntries                             200 200 200 200 200 200 403
  updateGlossaryEntries                           204 403 403 403 403 403 403
  getGlossaryEntry                                200 200 200 200 200 200 403
  listTeamsInOrganizationById                     200 200 200 200 200 200 403
  createOrganizationTeam                          201 403 403 403 403 403 403
  getTeamInOrganizationById                       200 200 200 200 200 200 404
  updateTeamInOrganizationById                    200 403 403 403 403 403 404
  removeTeamFromOrganizationById                  204 403 403 403 403 403 204
  listTeamMembersInOrganizationById               200 200 200 200 200 200 404
  updateMembersInOrganizationTeam                 204 403 403 403 403 403 404
  addMemberToOrganizationTeamById                 204 403 403 403 403 403 404
  deleteMemberFromOrganizationTeamById            204 403 403 403 403 403 404
  inviteToSpace                                   204 204 403 403 403 403 404
  listUserPermissionsInSpace                      200 200 200 200 200 403 404
  updateUserPermissionInSpace                     204 204 403 403 403 403 404
  removeUserFromSpace                             204 204 403 403 403 403 404
  listTeamPermissionsInSpace                      200 200 200 200 200 403 404
  updateTeamPermissionInSpace                     204 204 403 403 403 403 404
  removeTeamFromSpace                             204 204 403 403 403 403 404
  listPermissionsAggregateInSpace                 200 200 200 200 200 403 404
  inviteToCollection                              204 204 403 403 403 403 404
  listUserPermissionsInCollection                 200 200 200 200 200 403 404
  updateUserPermissionInCollection                204 204 403 403 403 403 404
  removeUserFromCollection                        204 204 403 403 403 403 404
  listTeamPermissionsInCollection                 200 200 200 200 200 403 404
  updateTeamPermissionInCollection                204 204 403 403 403 403 404
  removeTeamFromCollection                        204 204 403 403 403 403 404
  listPermissionsAggregateInCollection            200 200 200 200 200 403 404
  listPermissionsAggregateInSite                  200 200 200 200 200 200 403
  listCollectionsInOrganizationById               200 200 200 200 200 200 200
  createCollection                                201 201 403 403 403 403 403
  createCollection (in a collection)              201 201 403 403 403 403 404
  getCollectionById                               200 200 200 200 200 200 404
  updateCollectionById                            200 200 403 403 403 403 404
  deleteCollectionById                            204 204 403 403 403 403 204
  moveCollection                                  200 200 403 403 403 403 404
  transferCollection                              200 200 403 403 403 403 404
  listSpacesInOrganizationById                    200 200 200 200 200 200 200
  createSpace                                     201 201 403 403 403 403 403
  createSpace (in a collection)                   201 201 403 403 403 403 404
  listSpacesInCollectionById                      200 200 200 200 200 200 404
  getSpaceById                                    200 200 200 200 200 200 404
  connectToSpace                                  426 426 426 426 426 426 404
  updateSpaceById                                 200 200 403 403 403 403 404
  deleteSpaceById                                 204 204 403 403 403 403 204
  restoreSpace                                    200 200 404 404 404 404 404
  duplicateSpace                                  201 201 403 403 403 403 404
  moveSpace                                       200 200 403 403 403 403 404
  transferSpace                                   200 200 403 403 403 403 404
  getCurrentRevision                              200 200 200 200 200 200 404
  listPages                                       200 200 200 200 200 200 404
  listFiles                                       200 200 200 200 200 200 404
  getFileById                                     200 200 200 200 200 200 404
  getPageById                                     200 200 200 200 200 200 404
  getPageByPath                                   200 200 200 200 200 200 404
  getReusableContentById                          200 200 200 200 200 200 404
  listReusableContents                            200 200 200 200 200 200 404
  listVariables                                   200 200 200 200 200 200 404
  getDocumentById                                 200 200 200 200 200 200 404
  getComputedRevision                             200 200 200 200 200 200 404
  getComputedDocument                             200 200 200 200 200 200 404
  getRevisionById                                 200 200 200 200 200 200 404
  listPagesInRevisionById                         200 200 200 200 200 200 404
  listFilesInRevisionById                         200 200 200 200 200 200 404
  getFileInRevisionById                           200 200 200 200 200 200 404
  getPageInRevisionById                           200 200 200 200 200 200 404
  getPageInRevisionByPath                         200 200 200 200 200 200 404
  getPageDocumentInRevisionById                   200 200 200 200 200 200 404
  getReusableContentInRevisionById                200 200 200 200 200 200 404
  getReusableContentDocumentInRevisionById        200 200 200 200 200 200 404
  searchSpaceContent                              200 200 200 200 200 200 404
  askInOrganization                               200 200 200 200 200 200 200
  streamAskInOrganization                         200 200 200 200 200 200 200
  getRecommendedQuestionsInOrganization           200 200 200 200 200 200 200
  streamRecommendedQuestionsInOrganization        200 200 200 200 200 200 200
  searchOrganizationContent                       200 200 200 200 200 200 200
  updateSpaceContent                              200 200 200 200 403 403 404
  uploadFile                                      201 201 201 201 403 403 404
  rollbackSpaceContent                            200 200 200 403 403 403 404
  importGitRepository                             204 204 403 403 403 403 404
  exportToGitRepository                           204 204 403 403 403 403 404
  getSpaceGitInfo                                 200 200 200 200 200 200 404
  getSpaceGitOperation                            200 200 403 403 403 403 404
  getGitConnection                                200 200 403 403 403 403 404
  connectGitRepository                            200 200 403 403 403 403 404
  disconnectGitRepository                         204 204 403 403 403 403 404
  checkGitConnection                              200 200 403 403 403 403 404
  replaceGitDeployKey                             200 200 403 403 403 403 404
  createGitWebhookSecret                          200 200 403 403 403 403 404
  synchronizeGitConnection                        204 204 403 403 403 403 404
  listSpaceGitOperations                          200 200 403 403 403 403 404
  listChangeRequestsForOrganization               200 200 200 200 200 200 200
  listChangeRequestsForSpace                      200 200 200 200 200 200 404
  createChangeRequest                             201 201 201 201 201 403 404
  getChangeRequestById                            200 200 200 200 200 200 404
  connectToChangeRequest                          426 426 426 426 426 426 404
  updateChangeRequestById                         200 200 200 200 403 403 404
  getContributorsByChangeRequestId                200 200 200 200 200 200 404
  listOwnEdits                                    200 200 200 200 200 200 200
  listRevisionsForSpace                           200 200 200 200 200 200 404
  getSpacePDF                                     200 200 200 200 200 200 404
  getSpaceExport                                  200 200 200 200 200 200 404
  listRevisionsForChangeRequest                   200 200 200 200 200 200 404
  updateChangeRequestContent                      200 200 200 200 403 403 404
  getRevisionOfChangeRequestById                  200 200 200 200 200 200 404
  listPagesInChangeRequest                        200 200 200 200 200 200 404
  listFilesInChangeRequestById                    200 200 200 200 200 200 404
  getFileInChangeRequestById                      200 200 200 200 200 200 404
  getPageInChangeRequestById                      200 200 200 200 200 200 404
  getPageInChangeRequestByPath                    200 200 200 200 200 200 404
  getReusableContentInChangeRequestById           200 200 200 200 200 200 404
  listReusableContentsInChangeRequest             200 200 200 200 200 200 404
  listVariablesInChangeRequest                    200 200 200 200 200 200 404
  getChangeRequestChanges                         200 200 200 200 200 200 404
  getChangeRequestPDF                             200 200 200 200 200 200 404
  listChangeRequestLinks                          200 200 200 200 200 200 404
  listPageLinksInChangeRequest                    200 200 200 200 200 200 404
  listChangeRequestPageBacklinks                  200 200 200 200 200 200 404
  listChangeRequestFileBacklinks                  200 200 200 200 200 200 404
  getChangeRequestMergeStatus                     200 200 200 200 200 200 404
  listChangeRequestStatusChanges                  200 200 200 200 200 200 404
  mergeChangeRequest                              200 200 200 403 403 403 404
  updateChangeRequest                             200 200 200 200 403 403 404
  getReviewsByChangeRequestId                     200 200 200 200 200 200 404
  submitChangeRequestReview                       201 201 201 403 403 403 404
  getChangeRequestReviewById                      200 200 200 200 200 200 404
  getRequestedReviewersByChangeRequestId          200 200 200 200 200 200 404
  requestReviewersForChangeRequest                200 200 200 200 403 403 404
  removeRequestedReviewerFromChangeRequest        204 204 204 204 403 403 404
  listCommentsInSpace                             200 200 200 200 200 200 404
  postCommentInSpace                              200 200 200 200 200 403 404
  getCommentInSpace                               200 200 200 200 200 200 404
  updateCommentInSpace                            200 200 200 200 200 403 404
  updateCommentInSpace (its words)                200 200 403 403 403 403 404
  deleteCommentInSpace                            204 204 403 403 403 403 404
  listCommentRepliesInSpace                       200 200 200 200 200 200 404
  postCommentReplyInSpace                         200 200 200 200 200 403 404
  getCommentReplyInSpace                          200 200 200 200 200 200 404
  updateCommentReplyInSpace                       200 200 200 200 200 403 404
  updateCommentReplyInSpace (its words)           200 200 403 403 403 403 404
  deleteCommentReplyInSpace                       204 204 403 403 403 403 404
  listCommentersInSpace                           200 200 200 200 200 200 404
  listCommentsInChangeRequest                     200 200 200 200 200 200 404
  postCommentInChangeRequest                      200 200 200 200 200 403 404
  getCommentInChangeRequest                       200 200 200 200 200 200 404
  updateCommentInChangeRequest                    200 200 200 200 200 403 404
  updateCommentInChangeRequest (its words)        200 200 403 403 403 403 404
  deleteCommentInChangeRequest                    204 204 403 403 403 403 404
  listCommentRepliesInChangeRequest               200 200 200 200 200 200 404
  postCommentReplyInChangeRequest                 200 200 200 200 200 403 404
  getCommentReplyInChangeRequest                  200 200 200 200 200 200 404
  updateCommentReplyInChangeRequest               200 200 200 200 200 403 404
  updateCommentReplyInChangeRequest (its words)   200 200 403 403 403 403 404
  deleteCommentReplyInChangeRequest               204 204 403 403 403 403 404
  listCommentersInChangeRequest                   200 200 200 200 200 200 404
  getRevisionSemanticChanges                      200 200 200 200 200 200 404
  getEmbedByUrlInSpace                            200 200 200 200 200 200 404
  getEmbedByUrl                                   200 200 200 200 200 200 200
  listSpaceLinks                                  200 200 200 200 200 200 404
  listPageLinksInSpace                            200 200 200 200 200 200 404
  listSpacePageBacklinks                          200 200 200 200 200 200 404
  listSpaceFileBacklinks                          200 200 200 200 200 200 404
  listRevisionPageMetaLinks                       200 200 200 200 200 200 404
  listTemplates                                   200 200 200 200 200 200 200
  applyTemplateToSpace                            201 201 201 201 403 403 404
  inviteUsersToOrganization                       200 403 403 403 403 403 403
  joinOrganizationWithInvite                      200 200 200 200 200 200 200
  joinOrganizationWithInvite (to a space)         200 200 200 200 200 200 200
  listOrganizationInviteLinks                     200 403 403 403 403 403 403
  createOrganizationInvite                        201 403 403 403 403 403 403
  createOrganizationInvite (to a space)           201 201 403 403 403 403 404
  createOrganizationInvite (to a collection)      201 201 403 403 403 403 404
  getOrganizationInviteLink                       200 200 200 200 200 200 200
  getOrganizationInviteLink (to a space)          200 200 200 200 200 200 200
  updateOrganizationInviteById                    200 403 403 403 403 403 403
  updateOrganizationInviteById (to a space)       200 200 403 403 403 403 403
  updateOrganizationInviteById (to a collection)  200 200 403 403 403 403 403
  deleteOrganizationInviteById                    204 403 403 403 403 403 403
  deleteOrganizationInviteById (to a space)       204 204 403 403 403 403 403
  deleteOrganizationInviteById (to a collection)  204 204 403 403 403 403 403
  `,
    COLUMNS,
  ),
];
