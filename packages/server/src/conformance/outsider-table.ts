/** The status for a member of another organization, for an existing object and for one that never existed. */
export interface ExpectedStatuses {
  readonly there: number;
  readonly never: number;
}

interface Exception extends ExpectedStatuses {
  readonly why: string;
}

/** The default for operations with an object in their path. */
export const NOT_FOUND: ExpectedStatuses = { there: 404, never: 404 };

const NOTHING_TO_DELETE: ExpectedStatuses = { there: 204, never: 204 };

// SCIM operations accept only tokens of identity providers.
const FOR_PROVIDERS: Exception = {
  there: 401,
  never: 401,
  why: 'only the token of an identity provider opens it',
};

/** Other statuses than 404, with identical responses for existing and missing objects. */
export const OTHER_STATUSES: Readonly<Record<string, Exception>> = {
  deleteSpaceById: { ...NOTHING_TO_DELETE, why: 'deleting what is not there is no error' },
  deleteCollectionById: { ...NOTHING_TO_DELETE, why: 'deleting what is not there is no error' },
  deleteSiteById: { ...NOTHING_TO_DELETE, why: 'deleting what is not there is no error' },
  removeCustomHostname: { ...NOTHING_TO_DELETE, why: 'deleting what is not there is no error' },
  unpublishIntegration: { ...NOTHING_TO_DELETE, why: 'deleting what is not there is no error' },
  deleteUserSession: { ...NOTHING_TO_DELETE, why: 'the sessions of others are not there' },
  renameAccountPasskey: { there: 409, never: 409, why: 'not with a token' },
  removeAccountPasskey: { there: 409, never: 409, why: 'not with a token' },
  endAccountSession: { there: 303, never: 303, why: 'the sessions of others are not there' },
  deleteUserToken: { ...NOTHING_TO_DELETE, why: 'the tokens of others are not there' },
  deleteSCIMGroup: FOR_PROVIDERS,
  deleteSCIMUser: FOR_PROVIDERS,
  getSCIMGroup: FOR_PROVIDERS,
  getSCIMResourceType: FOR_PROVIDERS,
  getSCIMSchema: FOR_PROVIDERS,
  getSCIMUser: FOR_PROVIDERS,
  patchSCIMGroup: FOR_PROVIDERS,
  patchSCIMUser: FOR_PROVIDERS,
  replaceSCIMGroup: FOR_PROVIDERS,
  replaceSCIMUser: FOR_PROVIDERS,
  receiveGitPush: { there: 401, never: 401, why: 'only the signature of a git host opens it' },
  joinOrganization: {
    there: 400,
    never: 400,
    why: 'the contract: 400 for an e-mail domain that is not accepted, also by an organization that does not exist',
  },
  getConsolePage: { there: 200, never: 200, why: 'one page for every address, without data' },
  getOrganizationsForEmailDomain: { there: 200, never: 200, why: 'a list, which has only what one may join' },
};

/** Operations that reveal whether an object exists, as the contract requires. */
export const EXISTENCE_REVEALING: Readonly<Record<string, Exception>> = {
  getOrganizationInviteLink: { there: 200, never: 404, why: 'a link is for whoever holds it' },
  acceptInvite: { there: 303, never: 404, why: 'a link is for whoever holds it' },
  joinOrganizationWithInvite: { there: 200, never: 404, why: 'a link is for whoever holds it' },
};

/** Operations that create the object of their path, regardless of other organizations. */
export const CREATING: readonly string[] = ['createOrUpdateOpenAPISpecBySlug', 'publishIntegration'];
