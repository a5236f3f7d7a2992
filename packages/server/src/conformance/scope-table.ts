/**
 * The scope that a limited token needs for each operation, written by hand: the kind of thing that it is about, and
 * whether it only reads. What a list shows and what a new thing will be counts, not where it stands in the path.
 */
export const SCOPES: Readonly<Record<string, string>> = Object.fromEntries(
  `
  getAuthenticatedUser                   user:read
  getUserById                            user:read
  updateUserById                         user:write
  listUserTokens                         user:read
  getUserToken                           user:read
  createUserToken                        user:write
  deleteUserToken                        user:write
  listOrganizationsForAuthenticatedUser  organization:read
  createOrganization                     organization:write
  getOrganizationById                    organization:read
  updateOrganizationById                 organization:write
  joinOrganization                       organization:write
  getOrganizationsForEmailDomain         organization:read
  getOrganizationAgentInstructions       organization:read
  updateOrganizationAgentInstructions    organization:write
  listMembersInOrganizationById          organization:read
  getMemberInOrganizationById            organization:read
  updateMemberInOrganizationById         organization:write
  removeMemberFromOrganizationById       organization:write
  updateOrganizationMemberLastSeenAt     organization:write
  setUserAsSSOMemberForOrganization      organization:write
  listOrganizationAuditEvents            organization:read
  getOrganizationAuditEvent              organization:read
  listOrganizationAuditEventActions      organization:read
  inviteUsersToOrganization              organization:write
  joinOrganizationWithInvite             organization:write
  listOrganizationInviteLinks            organization:read
  createOrganizationInvite               organization:write
  getOrganizationInviteLink              organization:read
  updateOrganizationInviteById           organization:write
  deleteOrganizationInviteById           organization:write
  listTeamsInOrganizationById            team:read
  listTeamsForOrganizationMember         team:read
  createOrganizationTeam                 team:write
  getTeamInOrganizationById              team:read
  updateTeamInOrganizationById           team:write
  removeTeamFromOrganizationById         team:write
  listTeamMembersInOrganizationById      team:read
  updateMembersInOrganizationTeam        team:write
  addMemberToOrganizationTeamById        team:write
  deleteMemberFromOrganizationTeamById   team:write
  listCollectionsInOrganizationById      collection:read
  createCollection                       collection:write
  getCollectionById                      collection:read
  updateCollectionById                   collection:write
  deleteCollectionById                   collection:write
  moveCollection                         collection:write
  transferCollection                     collection:write
  inviteToCollection                     collection:write
  listUserPermissionsInCollection        collection:read
  updateUserPermissionInCollection       collection:write
  removeUserFromCollection               collection:write
  listTeamPermissionsInCollection        collection:read
  updateTeamPermissionInCollection       collection:write
  removeTeamFromCollection               collection:write
  listPermissionsAggregateInCollection   collection:read
  listSpacesInOrganizationById           space:read
  listSpacesInCollectionById             space:read
  listSpacesForOrganizationMember        space:read
  createSpace                            space:write
  getSpaceById                           space:read
  updateSpaceById                        space:write
  deleteSpaceById                        space:write
  restoreSpace                           space:write
  duplicateSpace                         space:write
  moveSpace                              space:write
  transferSpace                          space:write
  inviteToSpace                          space:write
  listUserPermissionsInSpace             space:read
  updateUserPermissionInSpace            space:write
  removeUserFromSpace                    space:write
  listTeamPermissionsInSpace             space:read
  updateTeamPermissionInSpace            space:write
  removeTeamFromSpace                    space:write
  listPermissionsAggregateInSpace        space:read
  getCurrentRevision                     space:read
  listPages                              space:read
  listFiles                              space:read
  getFileById                            space:read
  getPageById                            space:read
  getPageByPath                          space:read
  getReusableContentById                 space:read
  getDocumentById                        space:read
  getRevisionById                        space:read
  listPagesInRevisionById                space:read
  listFilesInRevisionById                space:read
  getFileInRevisionById                  space:read
  getPageInRevisionById                  space:read
  getPageInRevisionByPath                space:read
  getPageDocumentInRevisionById          space:read
  getReusableContentInRevisionById       space:read
  getReusableContentDocumentInRevisionById space:read
  getRevisionSemanticChanges             space:read
  listSpaceLinks                         space:read
  listPageLinksInSpace                   space:read
  listSpacePageBacklinks                 space:read
  listSpaceFileBacklinks                 space:read
  listRevisionPageMetaLinks              space:read
  applyTemplateToSpace                   space:write
  updateSpaceContent                     space:write
  rollbackSpaceContent                   space:write
  listPermissionsAggregateInSite         site:read
  `
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/) as [string, string]),
);
