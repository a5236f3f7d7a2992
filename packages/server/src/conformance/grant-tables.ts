import { COLUMNS, rolesIn } from './role-columns.ts';

const GRANTED = COLUMNS.slice(0, -1);

/** The status for a guest with the role of the column on the space. */
export const GRANTS_ON_A_SPACE = rolesIn(
  `
  getSpaceById                                    200 200 200 200 200 200
  connectToSpace                                  426 426 426 426 426 426
  updateSpaceById                                 200 200 403 403 403 403
  deleteSpaceById                                 204 204 403 403 403 403
  restoreSpace                                    200 200 404 404 404 404
  duplicateSpace                                  403 403 403 403 403 403
  moveSpace                                       200 200 403 403 403 403
  transferSpace                                   200 200 403 403 403 403
  inviteToSpace                                   204 204 403 403 403 403
  listUserPermissionsInSpace                      200 200 403 403 403 403
  updateUserPermissionInSpace                     204 204 403 403 403 403
  removeUserFromSpace                             204 204 403 403 403 403
  listTeamPermissionsInSpace                      200 200 403 403 403 403
  updateTeamPermissionInSpace                     204 204 403 403 403 403
  removeTeamFromSpace                             204 204 403 403 403 403
  listPermissionsAggregateInSpace                 200 200 403 403 403 403
  getCurrentRevision                              200 200 200 200 200 200
  listPages                                       200 200 200 200 200 200
  listFiles                                       200 200 200 200 200 200
  getFileById                                     200 200 200 200 200 200
  getPageById                                     200 200 200 200 200 200
  getPageByPath                                   200 200 200 200 200 200
  getReusableContentById                          200 200 200 200 200 200
  listReusableContents                            200 200 200 200 200 200
  listVariables                                   200 200 200 200 200 200
  getDocumentById                                 200 200 200 200 200 200
  getComputedRevision                             200 200 200 200 200 200
  getComputedDocument                             200 200 200 200 200 200
  getRevisionById                                 200 200 200 200 200 200
  listPagesInRevisionById                         200 200 200 200 200 200
  listFilesInRevisionById                         200 200 200 200 200 200
  getFileInRevisionById                           200 200 200 200 200 200
  getPageInRevisionById                           200 200 200 200 200 200
  getPageInRevisionByPath                         200 200 200 200 200 200
  getPageDocumentInRevisionById                   200 200 200 200 200 200
  getReusableContentInRevisionById                200 200 200 200 200 200
  getReusableContentDocumentInRevisionById        200 200 200 200 200 200
  searchSpaceContent                              200 200 200 200 200 200
  updateSpaceContent                              200 200 200 200 403 403
  uploadFile                                      201 201 201 201 403 403
  rollbackSpaceContent                            200 200 200 403 403 403
  importGitRepository                             204 204 403 403 403 403
  exportToGitRepository                           204 204 403 403 403 403
  getSpaceGitInfo                                 200 200 200 200 200 200
  getSpaceGitOperation                            200 200 403 403 403 403
  getGitConnection                                200 200 403 403 403 403
  connectGitRepository                            200 200 403 403 403 403
  disconnectGitRepository                         204 204 403 403 403 403
  checkGitConnection                              200 200 403 403 403 403
  replaceGitDeployKey                             200 200 403 403 403 403
  createGitWebhookSecret                          200 200 403 403 403 403
  synchronizeGitConnection                        204 204 403 403 403 403
  listSpaceGitOperations                          200 200 403 403 403 403
  listChangeRequestsForSpace                      200 200 200 200 200 200
  createChangeRequest                             201 201 201 201 201 403
  getChangeRequestById                            200 200 200 200 200 200
  connectToChangeRequest                          426 426 426 426 426 426
  updateChangeRequestById                         200 200 200 200 403 403
  getContributorsByChangeRequestId                200 200 200 200 200 200
  listRevisionsForSpace                           200 200 200 200 200 200
  getSpacePDF                                     200 200 200 200 200 200
  getSpaceExport                                  200 200 200 200 200 200
  listRevisionsForChangeRequest                   200 200 200 200 200 200
  updateChangeRequestContent                      200 200 200 200 403 403
  getRevisionOfChangeRequestById                  200 200 200 200 200 200
  listPagesInChangeRequest                        200 200 200 200 200 200
  listFilesInChangeRequestById                    200 200 200 200 200 200
  getFileInChangeRequestById                      200 200 200 200 200 200
  getPageInChangeRequestById                      200 200 200 200 200 200
  getPageInChangeRequestByPath                    200 200 200 200 200 200
  getReusableContentInChangeRequestById           200 200 200 200 200 200
  listReusableContentsInChangeRequest             200 200 200 200 200 200
  listVariablesInChangeRequest                    200 200 200 200 200 200
  getChangeRequestChanges                         200 200 200 200 200 200
  getChangeRequestPDF                             200 200 200 200 200 200
  listChangeRequestLinks                          200 200 200 200 200 200
  listPageLinksInChangeRequest                    200 200 200 200 200 200
  listChangeRequestPageBacklinks                  200 200 200 200 200 200
  listChangeRequestFileBacklinks                  200 200 200 200 200 200
  getChangeRequestMergeStatus                     200 200 200 200 200 200
  listChangeRequestStatusChanges                  200 200 200 200 200 200
  mergeChangeRequest                              200 200 200 403 403 403
  updateChangeRequest                             200 200 200 200 403 403
  getReviewsByChangeRequestId                     200 200 200 200 200 200
  submitChangeRequestReview                       201 201 201 403 403 403
  getChangeRequestReviewById                      200 200 200 200 200 200
  getRequestedReviewersByChangeRequestId          200 200 200 200 200 200
  requestReviewersForChangeRequest                200 200 200 200 403 403
  removeRequestedReviewerFromChangeRequest        204 204 204 204 403 403
  listCommentsInSpace                             200 200 200 200 200 200
  postCommentInSpace                              200 200 200 200 200 403
  getCommentInSpace                               200 200 200 200 200 200
  updateCommentInSpace                            200 200 200 200 200 403
  updateCommentInSpace (its words)                200 200 403 403 403 403
  deleteCommentInSpace                            204 204 403 403 403 403
  listCommentRepliesInSpace                       200 200 200 200 200 200
  postCommentReplyInSpace                         200 200 200 200 200 403
  getCommentReplyInSpace                          200 200 200 200 200 200
  updateCommentReplyInSpace                       200 200 200 200 200 403
  updateCommentReplyInSpace (its words)           200 200 403 403 403 403
  deleteCommentReplyInSpace                       204 204 403 403 403 403
  listCommentersInSpace                           200 200 403 403 403 403
  listCommentsInChangeRequest                     200 200 200 200 200 200
  postCommentInChangeRequest                      200 200 200 200 200 403
  getCommentInChangeRequest                       200 200 200 200 200 200
  updateCommentInChangeRequest                    200 200 200 200 200 403
  updateCommentInChangeRequest (its words)        200 200 403 403 403 403
  deleteCommentInChangeRequest                    204 204 403 403 403 403
  listCommentRepliesInChangeRequest               200 200 200 200 200 200
  postCommentReplyInChangeRequest                 200 200 200 200 200 403
  getCommentReplyInChangeRequest                  200 200 200 200 200 200
  updateCommentReplyInChangeRequest               200 200 200 200 200 403
  updateCommentReplyInChangeRequest (its words)   200 200 403 403 403 403
  deleteCommentReplyInChangeRequest               204 204 403 403 403 403
  listCommentersInChangeRequest                   200 200 403 403 403 403
  getRevisionSemanticChanges                      200 200 200 200 200 200
  getEmbedByUrlInSpace                            200 200 200 200 200 200
  listSpaceLinks                                  200 200 200 200 200 200
  listPageLinksInSpace                            200 200 200 200 200 200
  listSpacePageBacklinks                          200 200 200 200 200 200
  listSpaceFileBacklinks                          200 200 200 200 200 200
  listRevisionPageMetaLinks                       200 200 200 200 200 200
  listSpaceIntegrations                           200 200 200 200 200 200
  listSpaceIntegrationsBlocks                     200 200 200 200 200 200
  applyTemplateToSpace                            201 201 201 201 403 403
  createOrganizationInvite (to a space)           201 201 403 403 403 403
  updateOrganizationInviteById (to a space)       200 200 403 403 403 403
  deleteOrganizationInviteById (to a space)       204 204 403 403 403 403
  `,
  GRANTED,
);

/** The status for a guest with the role of the column on the collection. */
export const GRANTS_ON_A_COLLECTION = rolesIn(
  `
  getCollectionById                               200 200 200 200 200 200
  updateCollectionById                            200 200 403 403 403 403
  deleteCollectionById                            204 204 403 403 403 403
  moveCollection                                  200 200 403 403 403 403
  transferCollection                              200 200 403 403 403 403
  listSpacesInCollectionById                      200 200 200 200 200 200
  createSpace (in a collection)                   201 201 403 403 403 403
  createCollection (in a collection)              201 201 403 403 403 403
  inviteToCollection                              204 204 403 403 403 403
  listUserPermissionsInCollection                 200 200 403 403 403 403
  updateUserPermissionInCollection                204 204 403 403 403 403
  removeUserFromCollection                        204 204 403 403 403 403
  listTeamPermissionsInCollection                 200 200 403 403 403 403
  updateTeamPermissionInCollection                204 204 403 403 403 403
  removeTeamFromCollection                        204 204 403 403 403 403
  listPermissionsAggregateInCollection            200 200 403 403 403 403
  createOrganizationInvite (to a collection)      201 201 403 403 403 403
  updateOrganizationInviteById (to a collection)  200 200 403 403 403 403
  deleteOrganizationInviteById (to a collection)  204 204 403 403 403 403
  `,
  GRANTED,
);

/** The differences for a space in a collection with a grant, compared with a grant on the space. */
export const INSIDE_A_COLLECTION = rolesIn(
  'duplicateSpace                                  201 201 403 403 403 403',
  GRANTED,
);
