import { COLUMNS, rolesIn } from './role-columns.ts';

/** The status of SCIM operations for members: identity providers have tokens of their own. */
export const SCIM_OPERATIONS = rolesIn(
  `
  createSCIMGroup                                 401 401 401 401 401 401 401
  createSCIMUser                                  401 401 401 401 401 401 401
  deleteSCIMGroup                                 401 401 401 401 401 401 401
  deleteSCIMUser                                  401 401 401 401 401 401 401
  getSCIMGroup                                    401 401 401 401 401 401 401
  getSCIMResourceType                             401 401 401 401 401 401 401
  getSCIMSchema                                   401 401 401 401 401 401 401
  getSCIMServiceProviderConfig                    401 401 401 401 401 401 401
  getSCIMUser                                     401 401 401 401 401 401 401
  listSCIMGroups                                  401 401 401 401 401 401 401
  listSCIMResourceTypes                           401 401 401 401 401 401 401
  listSCIMSchemas                                 401 401 401 401 401 401 401
  listSCIMUsers                                   401 401 401 401 401 401 401
  patchSCIMGroup                                  401 401 401 401 401 401 401
  patchSCIMUser                                   401 401 401 401 401 401 401
  replaceSCIMGroup                                401 401 401 401 401 401 401
  replaceSCIMUser                                 401 401 401 401 401 401 401
  `,
  COLUMNS,
);
