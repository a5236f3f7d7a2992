/** What a stranger is told about something that is there, and about something that never was. */
export interface ExpectedStatuses {
  readonly there: number;
  readonly never: number;
}

interface Exception extends ExpectedStatuses {
  readonly why: string;
}

/** Everything that names a thing in its path and is not listed below. */
export const NOT_FOUND: ExpectedStatuses = { there: 404, never: 404 };

const NOTHING_TO_DELETE: ExpectedStatuses = { there: 204, never: 204 };

// People have no business with what identity providers provision: no token of theirs is one.
const FOR_PROVIDERS: Exception = {
  there: 401,
  never: 401,
  why: 'only the token of an identity provider opens it',
};

/** Answers that are no 404, but word for word the same for what is there and for what never was. */
export const OTHER_STATUSES: Readonly<Record<string, Exception>> = {
  deleteSpaceById: { ...NOTHING_TO_DELETE, why: 'deleting what is not there is no error' },
  deleteCollectionById: { ...NOTHING_TO_DELETE, why: 'deleting what is not there is no error' },
  deleteSiteById: { ...NOTHING_TO_DELETE, why: 'deleting what is not there is no error' },
  removeCustomHostname: { ...NOTHING_TO_DELETE, why: 'deleting what is not there is no error' },
  unpublishIntegration: { ...NOTHING_TO_DELETE, why: 'deleting what is not there is no error' },
  deleteUserSession: { ...NOTHING_TO_DELETE, why: 'the sessions of others are not there' },
  revokeAccountToken: { there: 303, never: 303, why: 'the tokens of others are not there' },
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
  getOrganizationsForEmailDomain: { there: 200, never: 200, why: 'a list, which has only what one may join' },
};

/** Answers that tell, as the contract wants it, what is there from what never was. */
export const EXISTENCE_REVEALING: Readonly<Record<string, Exception>> = {
  joinOrganization: {
    there: 400,
    never: 404,
    why: 'the contract: 400 for an e-mail domain that is not taken',
  },
  getOrganizationInviteLink: { there: 200, never: 404, why: 'a link is for whoever holds it' },
  joinOrganizationWithInvite: { there: 200, never: 404, why: 'a link is for whoever holds it' },
};

/** What makes the thing that its path names, in the organization that it names: there it takes no notice of others. */
export const CREATING: readonly string[] = ['createOrUpdateOpenAPISpecBySlug', 'publishIntegration'];
