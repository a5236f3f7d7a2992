import { COLUMNS, rolesIn } from './role-columns.ts';

/** The status of account pages and of one's own tokens and sessions for members by their role in the organization; passwords and passkeys need a browser: 409. */
export const ACCOUNT_OPERATIONS = rolesIn(
  `
  getAccountPage                                  200 200 200 200 200 200 200
  changeAccountProfile                            303 303 303 303 303 303 303
  setAccountPassword                              409 409 409 409 409 409 409
  removeAccountPassword                           409 409 409 409 409 409 409
  startAccountPasskey                             409 409 409 409 409 409 409
  addAccountPasskey                               409 409 409 409 409 409 409
  renameAccountPasskey                            409 409 409 409 409 409 409
  removeAccountPasskey                            409 409 409 409 409 409 409
  endAccountSession                               303 303 303 303 303 303 303
  endAccountSessions                              303 303 303 303 303 303 303
  changeAccountNotifications                      303 303 303 303 303 303 303
  getAgreementPage                                404 404 404 404 404 404 404
  agreeToSingleSignOn                             404 404 404 404 404 404 404
  acceptOrganizationRules                         303 303 303 303 303 303 303
  getLeavingPage                                  200 200 200 200 200 200 200
  leaveAccountOrganization                        409 303 303 303 303 303 303
  signOut                                         303 303 303 303 303 303 303
  listUserTokens                                  200 200 200 200 200 200 200
  listUserTokenScopes                             200 200 200 200 200 200 200
  getUserToken                                    200 200 200 200 200 200 200
  createUserToken                                 201 201 201 201 201 201 201
  deleteUserToken                                 204 204 204 204 204 204 204
  listUserSessions                                200 200 200 200 200 200 200
  deleteUserSession                               204 204 204 204 204 204 204
  deleteUserSessions                              204 204 204 204 204 204 204
  acceptInvite                                    303 303 303 303 303 303 303
  acceptInvitationSignedIn                        404 404 404 404 404 404 404
  `,
  COLUMNS,
);
