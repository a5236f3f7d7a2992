import Type from 'typebox';
import { Empty } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { FORM_TOKEN_FIELD } from '../../account/index.ts';
import { LinkToken, newCredentialFields } from '../../credentials/index.ts';

const page = { kind: 'page', permission: 'public' } as const;
const Html = Type.String();
const LINK = '/invites/{organizationId}/{inviteId}';
const INVITATION = '/invitation';

const signedIn = {
  kind: 'page',
  permission: 'authenticated',
  scope: 'organization',
  method: 'POST',
} as const;
const csrf = {
  [FORM_TOKEN_FIELD]: Type.Optional(
    Type.String({ maxLength: 100, description: 'The CSRF token of a session' }),
  ),
};
const name = { displayName: Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' }) };
const person = {
  ...name,
  email: Type.String({ maxLength: 254, pattern: '^[^\\s@<>]+@[^\\s@<>]+$' }),
};

/** Pages on which invitations are accepted. */
export const acceptContract = {
  getInvitePage: operation({
    ...page,
    method: 'GET',
    path: LINK,
    summary: 'Show the page of an invite link',
    responses: { 200: Html },
  }),
  acceptInvite: operation({
    ...signedIn,
    path: `${LINK}/accept`,
    summary: 'Accept an invite link as the signed-in user (form)',
    body: Type.Object(csrf),
    responses: { 303: Empty },
  }),
  startInvitePasskey: operation({
    ...page,
    method: 'POST',
    path: `${LINK}/passkey/options`,
    summary:
      'Get the options with which the browser of a new user creates a passkey for an invite link, as JSON',
    body: Type.Object(person),
    responses: { 200: Html },
  }),
  registerWithInvite: operation({
    ...page,
    method: 'POST',
    path: `${LINK}/register`,
    summary: 'Accept an invite link as a new user, where the server does not send e-mail (form)',
    body: Type.Object({ ...person, ...newCredentialFields }),
    responses: { 303: Empty },
  }),
  getInvitationPage: operation({
    ...page,
    method: 'GET',
    path: INVITATION,
    summary: 'Show the page of an invitation by e-mail address, without using its link',
    responses: { 200: Html },
  }),
  acceptInvitationSignedIn: operation({
    ...signedIn,
    path: `${INVITATION}/accept`,
    summary: 'Accept an invitation by e-mail address as the signed-in user (form)',
    body: Type.Object({ token: LinkToken, ...csrf }),
    responses: { 303: Empty },
  }),
  startInvitationPasskey: operation({
    ...page,
    method: 'POST',
    path: `${INVITATION}/passkey/options`,
    summary: 'Get the options with which the browser of an invited user creates a passkey, as JSON',
    body: Type.Object({ token: LinkToken }),
    responses: { 200: Html },
  }),
  acceptInvitation: operation({
    ...page,
    method: 'POST',
    path: INVITATION,
    summary: 'Accept an invitation by e-mail address and set a password or passkey (form)',
    body: Type.Object({ token: LinkToken, ...name, ...newCredentialFields }),
    responses: { 303: Empty },
  }),
};
