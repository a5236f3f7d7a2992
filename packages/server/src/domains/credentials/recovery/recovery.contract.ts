import Type from 'typebox';
import { Empty, Timestamp, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { LOGIN_PATH } from '../../../kernel/contract/paths.ts';
import { inOrganization } from '../../organizations/index.ts';
import { LinkToken, newCredentialFields } from '../enrollment/enrollment-form.ts';

/** The path of the page on which a member sets a new password or passkey. */
export const RECOVERY_PATH = `${LOGIN_PATH}/recovery`;

/** Recovery links of members. */
export const recoveryContract = {
  createMemberRecoveryLink: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/members/{userId}/recovery-link',
    summary: 'Create a link with which a member sets a new password or passkey, once',
    permission: inOrganization('admin'),
    responses: {
      201: Type.Object({ object: Type.Literal('recovery-link'), url: Url, expiresAt: Timestamp }),
    },
  }),
  getRecoveryPage: operation({
    method: 'GET',
    path: RECOVERY_PATH,
    kind: 'page',
    summary: 'Show the page of a recovery link, without using the link',
    permission: 'public',
    responses: { 200: Type.String() },
  }),
  startRecoveryPasskey: operation({
    method: 'POST',
    path: `${RECOVERY_PATH}/passkey/options`,
    kind: 'page',
    summary: 'Get the options with which a browser creates a passkey for a recovery link, as JSON',
    permission: 'public',
    body: Type.Object({ token: LinkToken }),
    responses: { 200: Type.String() },
  }),
  recoverAccount: operation({
    method: 'POST',
    path: RECOVERY_PATH,
    kind: 'page',
    summary:
      'Set a new password or passkey with a recovery link (form); all sessions of the user end, and API tokens on request',
    permission: 'public',
    body: Type.Object({
      token: LinkToken,
      ...newCredentialFields,
      revokeTokens: Type.Optional(Type.String({ maxLength: 10, description: 'A checked checkbox' })),
    }),
    responses: { 303: Empty },
  }),
};
