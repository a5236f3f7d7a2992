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
      Type.String({ maxLength: 100, description: 'The CSRF token of a session' }),
    ),
  });

const showing = { 200: Html } as const;
const leadingOn = { 303: Empty } as const;

const page = { kind: 'page', permission: 'authenticated' } as const;

/** The pages of the caller's account. */
export const accountContract = {
  getAccountPage: operation({
    ...page,
    method: 'GET',
    path: '/account',
    summary: 'The account page',
    responses: showing,
  }),
  changeAccountProfile: operation({
    ...page,
    method: 'POST',
    path: '/account/profile',
    summary: 'Form: change your name',
    body: form({ displayName: Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' }) }),
    responses: leadingOn,
  }),
  makeAccountToken: operation({
    ...page,
    method: 'POST',
    path: '/account/tokens',
    summary: 'Form: create an API token; the next page shows it once',
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
    summary: 'Form: revoke an API token',
    body: form({}),
    responses: leadingOn,
  }),
  endAccountSession: operation({
    ...page,
    method: 'POST',
    path: '/account/sessions/{sessionId}/end',
    summary: 'Form: end a session',
    body: form({}),
    responses: leadingOn,
  }),
  endAccountSessions: operation({
    ...page,
    method: 'POST',
    path: '/account/sessions/end',
    summary: 'Form: end all sessions',
    body: form({}),
    responses: leadingOn,
  }),
  getAgreementPage: operation({
    ...page,
    method: 'GET',
    path: '/account/organizations/{organizationId}/agreement',
    summary: 'The page that asks for consent to single sign-on of an organization',
    responses: showing,
  }),
  agreeToSingleSignOn: operation({
    ...page,
    method: 'POST',
    path: '/account/organizations/{organizationId}/agreement',
    summary: 'Form: consent to single sign-on of an organization',
    body: form({}),
    responses: leadingOn,
  }),
  getLeavingPage: operation({
    ...page,
    method: 'GET',
    path: '/account/organizations/{organizationId}/leave',
    summary: 'The confirmation page for leaving an organization',
    responses: showing,
  }),
  leaveAccountOrganization: operation({
    ...page,
    method: 'POST',
    path: '/account/organizations/{organizationId}/leave',
    summary: 'Form: leave an organization',
    scope: 'organization',
    body: form({}),
    responses: leadingOn,
  }),
  changeAccountNotifications: operation({
    ...page,
    method: 'POST',
    path: '/account/notifications',
    summary: 'Form: notification settings; unchecked notifications are turned off',
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
    summary: 'Form: sign out',
    body: form({}),
    responses: leadingOn,
  }),
};
