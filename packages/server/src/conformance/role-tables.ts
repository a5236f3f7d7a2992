/** Roles in the order of the columns below. */
export const COLUMNS = ['admin', 'create', 'review', 'edit', 'comment', 'read', 'guest'] as const;

/** A role, or a guest. */
export type Column = (typeof COLUMNS)[number];

/** Reads a table: an operation in each line, and what each column is answered. */
export const rolesIn = (text: string, columns: readonly Column[]) =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [name, ...statuses] = line.trim().split(/ {2,}/);
      const numbers = statuses.join(' ').split(' ').map(Number);
      if (numbers.length !== columns.length || numbers.some(Number.isNaN))
        throw new Error(`not a row: ${line}`);
      return {
        name: name!,
        expected: Object.fromEntries(columns.map((column, index) => [column, numbers[index]!])) as Record<
          Column,
          number
        >,
      };
    });

/**
 * What members are answered, by their role in the organization, on things that nobody was given anything on.
 * Written by hand from the rules for roles, not from the policies: where the two differ, one of them is wrong.
 * Who does not see a thing is answered 404, or 204 when deleting it; who sees it and may not, 403. An administrator
 * leaves only by another one's hand: 409.
 */
export const MEMBERS = rolesIn(
  `
  getAuthenticatedUser                            200 200 200 200 200 200 200
  getUserById                                     200 200 200 200 200 200 404
  getUserById (oneself)                           200 200 200 200 200 200 200
  updateUserById                                  403 403 403 403 403 403 404
  updateUserById (oneself)                        200 200 200 200 200 200 200
  listUserTokens                                  200 200 200 200 200 200 200
  getUserToken                                    200 200 200 200 200 200 200
  createUserToken                                 201 201 201 201 201 201 201
  deleteUserToken                                 204 204 204 204 204 204 204
  listUserNotifications                           200 200 200 200 200 200 200
  getUserNotification                             200 200 200 200 200 200 404
  updateUserNotification                          200 200 200 200 200 200 404
  readUserNotifications                           200 200 200 200 200 200 200
  getUserNotificationSettings                     200 200 200 200 200 200 200
  updateUserNotificationSettings                  200 200 200 200 200 200 200
  listOrganizationsForAuthenticatedUser           200 200 200 200 200 200 200
  createOrganization                              201 201 201 201 201 201 201
  getOrganizationById                             200 200 200 200 200 200 200
  updateOrganizationById                          200 403 403 403 403 403 403
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
  updateOrganizationMemberLastSeenAt              200 200 200 200 200 200 200
  setUserAsSSOMemberForOrganization               200 403 403 403 403 403 403
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
  startImportRun                                  201 201 201 201 403 403 404
  listImportRuns                                  200 200 200 200 200 200 200
  getImportRun                                    200 200 200 200 200 200 404
  cancelImportRun                                 201 201 201 201 403 403 404
  generateStorageUploadURL                        201 201 201 201 201 201 201
  listOpenAPISpecs                                200 200 200 200 200 200 200
  createOpenAPISpec                               201 201 403 403 403 403 403
  getOpenAPISpecBySlug                            200 200 200 200 200 200 404
  createOrUpdateOpenAPISpecBySlug                 200 200 403 403 403 403 403
  updateOpenAPISpecBySlug                         200 200 403 403 403 403 404
  deleteOpenAPISpecBySlug                         204 204 403 403 403 403 204
  listOpenAPISpecVersions                         200 200 200 200 200 200 404
  getLatestOpenAPISpecVersion                     200 200 200 200 200 200 404
  getLatestOpenAPISpecVersionContent              200 200 200 200 200 200 404
  getOpenAPISpecVersionById                       200 200 200 200 200 200 404
  getOpenAPISpecVersionContentById                200 200 200 200 200 200 404
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
  listSiteShareLinks                              200 200 403 403 403 403 404
  createSiteShareLink                             201 201 403 403 403 403 404
  updateSiteShareLinkById                         200 200 403 403 403 403 404
  deleteSiteShareLinkById                         204 204 403 403 403 403 404
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
  getSiteRedirectBySource                         200 200 200 200 200 200 404
  searchSiteContent                               200 200 200 200 200 200 404
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
  getDocumentById                                 200 200 200 200 200 200 404
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
  searchOrganizationContent                       200 200 200 200 200 200 200
  updateSpaceContent                              200 200 200 200 403 403 404
  uploadFile                                      201 201 201 201 403 403 404
  rollbackSpaceContent                            200 200 200 403 403 403 404
  importGitRepository                             204 204 403 403 403 403 404
  exportToGitRepository                           204 204 403 403 403 403 404
  getSpaceGitInfo                                 200 200 200 200 200 200 404
  getSpaceGitOperation                            200 200 403 403 403 403 404
  listChangeRequestsForOrganization               200 200 200 200 200 200 200
  listChangeRequestsForSpace                      200 200 200 200 200 200 404
  createChangeRequest                             201 201 201 201 201 403 404
  getChangeRequestById                            200 200 200 200 200 200 404
  updateChangeRequestById                         200 200 200 200 403 403 404
  getContributorsByChangeRequestId                200 200 200 200 200 200 404
  listRevisionsForSpace                           200 200 200 200 200 200 404
  getSpacePDF                                     200 200 200 200 200 200 404
  listRevisionsForChangeRequest                   200 200 200 200 200 200 404
  updateChangeRequestContent                      200 200 200 200 403 403 404
  getRevisionOfChangeRequestById                  200 200 200 200 200 200 404
  listPagesInChangeRequest                        200 200 200 200 200 200 404
  listFilesInChangeRequestById                    200 200 200 200 200 200 404
  getFileInChangeRequestById                      200 200 200 200 200 200 404
  getPageInChangeRequestById                      200 200 200 200 200 200 404
  getPageInChangeRequestByPath                    200 200 200 200 200 200 404
  getReusableContentInChangeRequestById           200 200 200 200 200 200 404
  getChangeRequestChanges                         200 200 200 200 200 200 404
  getChangeRequestPDF                             200 200 200 200 200 200 404
  listChangeRequestLinks                          200 200 200 200 200 200 404
  listPageLinksInChangeRequest                    200 200 200 200 200 200 404
  listChangeRequestPageBacklinks                  200 200 200 200 200 200 404
  listChangeRequestFileBacklinks                  200 200 200 200 200 200 404
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
);
