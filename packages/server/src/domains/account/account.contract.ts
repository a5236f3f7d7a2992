import Type from 'typebox';
import { Empty } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { CHANNELS, KINDS } from '../notifications/index.ts';
import { FORM_TOKEN_FIELD } from './form-token.ts';

const Html = Type.String();

const form = <Fields extends Type.TProperties>(fields: Fields) =>
  Type.Object({
    ...fields,
    [FORM_TOKEN_FIELD]: Type.Optional(
      Type.String({ maxLength: 100, description: 'What forms of sessions carry' }),
    ),
  });

const showing = { 200: Html } as const;
const leadingOn = { 303: Empty } as const;

const page = { kind: 'page', permission: 'authenticated' } as const;

/** The pages of somebody's own account. */
export const accountContract = {
  getAccountPage: operation({
    ...page,
    method: 'GET',
    path: '/account',
    summary: 'Your account, as a page',
    responses: showing,
  }),
  changeAccountProfile: operation({
    ...page,
    method: 'POST',
    path: '/account/profile',
    summary: 'Change your name, by a form',
    body: form({ displayName: Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' }) }),
    responses: leadingOn,
  }),
  makeAccountToken: operation({
    ...page,
    method: 'POST',
    path: '/account/tokens',
    summary: 'Make a token, by a form; the page that it leads to shows it, once',
    body: form({
      label: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
      days: Type.Optional(Type.String({ pattern: '^([1-9]\\d{0,3})?$' })),
    }),
    responses: leadingOn,
  }),
  revokeAccountToken: operation({
    ...page,
    method: 'POST',
    path: '/account/tokens/{tokenId}/revoke',
    summary: 'Revoke a token, by a form',
    body: form({}),
    responses: leadingOn,
  }),
  endAccountSession: operation({
    ...page,
    method: 'POST',
    path: '/account/sessions/{sessionId}/end',
    summary: 'Sign out of one browser, by a form',
    body: form({}),
    responses: leadingOn,
  }),
  endAccountSessions: operation({
    ...page,
    method: 'POST',
    path: '/account/sessions/end',
    summary: 'Sign out everywhere, by a form',
    body: form({}),
    responses: leadingOn,
  }),
  getAgreementPage: operation({
    ...page,
    method: 'GET',
    path: '/account/organizations/{organizationId}/agreement',
    summary: 'What an organization that marked you for single sign-on asks you to agree to, as a page',
    responses: showing,
  }),
  agreeToSingleSignOn: operation({
    ...page,
    method: 'POST',
    path: '/account/organizations/{organizationId}/agreement',
    summary: 'Agree that the identity providers of an organization sign you in, by a form',
    body: form({}),
    responses: leadingOn,
  }),
  getLeavingPage: operation({
    ...page,
    method: 'GET',
    path: '/account/organizations/{organizationId}/leave',
    summary: 'What leaving an organization takes away, as a page that asks once more',
    responses: showing,
  }),
  leaveAccountOrganization: operation({
    ...page,
    method: 'POST',
    path: '/account/organizations/{organizationId}/leave',
    summary: 'Leave an organization, by a form',
    scope: 'organization',
    body: form({}),
    responses: leadingOn,
  }),
  changeAccountNotifications: operation({
    ...page,
    method: 'POST',
    path: '/account/notifications',
    summary: 'Choose of what you are told, by a form: what is not in it is off',
    scope: 'notification',
    body: form(
      Object.fromEntries(
        KINDS.flatMap((kind) =>
          CHANNELS.map((channel) => [`${kind}.${channel}`, Type.Optional(Type.String({ maxLength: 10 }))]),
        ),
      ),
    ),
    responses: leadingOn,
  }),
  signOut: operation({
    ...page,
    method: 'POST',
    path: '/logout',
    summary: 'Sign out of this browser, by a form',
    body: form({}),
    responses: leadingOn,
  }),
};
