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

const PresentPassword = Type.Optional(
  Type.String({ maxLength: 1000, description: 'Not needed if you signed in less than an hour ago' }),
);

const PasskeyName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });

const showing = { 200: Html } as const;
const leadingOn = { 303: Empty } as const;

const page = { kind: 'page', permission: 'authenticated' } as const;

/** The pages of the caller's account. */
export const accountContract = {
  getAccountPage: operation({
    ...page,
    method: 'GET',
    path: '/account',
    summary: 'Show the account page',
    responses: showing,
  }),
  changeAccountProfile: operation({
    ...page,
    method: 'POST',
    path: '/account/profile',
    summary: 'Change your name (form)',
    body: form({ displayName: Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' }) }),
    responses: leadingOn,
  }),
  setAccountPassword: operation({
    ...page,
    method: 'POST',
    path: '/account/password',
    summary: 'Set or change your password (form); your other sessions end',
    body: form({ password: Type.String({ maxLength: 1000 }), present: PresentPassword }),
    responses: leadingOn,
  }),
  removeAccountPassword: operation({
    ...page,
    method: 'POST',
    path: '/account/password/remove',
    summary: 'Remove your password (form); your other sessions end',
    body: form({ present: PresentPassword }),
    responses: leadingOn,
  }),
  startAccountPasskey: operation({
    ...page,
    method: 'POST',
    path: '/account/passkeys/options',
    summary: 'Get the options with which your browser creates a passkey, as JSON',
    body: form({}),
    responses: showing,
  }),
  addAccountPasskey: operation({
    ...page,
    method: 'POST',
    path: '/account/passkeys',
    summary: 'Add a passkey that your browser has created (form)',
    body: form({
      name: PasskeyName,
      credential: Type.String({ maxLength: 20_000, description: 'The answer of the browser as JSON' }),
    }),
    responses: leadingOn,
  }),
  renameAccountPasskey: operation({
    ...page,
    method: 'POST',
    path: '/account/passkeys/{passkeyId}/rename',
    summary: 'Rename a passkey (form)',
    body: form({ name: PasskeyName }),
    responses: leadingOn,
  }),
  removeAccountPasskey: operation({
    ...page,
    method: 'POST',
    path: '/account/passkeys/{passkeyId}/remove',
    summary: 'Remove a passkey (form)',
    body: form({}),
    responses: leadingOn,
  }),
  endAccountSession: operation({
    ...page,
    method: 'POST',
    path: '/account/sessions/{sessionId}/end',
    summary: 'End a session (form)',
    body: form({}),
    responses: leadingOn,
  }),
  endAccountSessions: operation({
    ...page,
    method: 'POST',
    path: '/account/sessions/end',
    summary: 'End all sessions (form)',
    body: form({}),
    responses: leadingOn,
  }),
  getAgreementPage: operation({
    ...page,
    method: 'GET',
    path: '/account/organizations/{organizationId}/agreement',
    summary: 'Show the page that asks for consent to single sign-on of an organization',
    responses: showing,
  }),
  agreeToSingleSignOn: operation({
    ...page,
    method: 'POST',
    path: '/account/organizations/{organizationId}/agreement',
    summary: 'Consent to single sign-on of an organization (form)',
    body: form({}),
    responses: leadingOn,
  }),
  acceptOrganizationRules: operation({
    ...page,
    method: 'POST',
    path: '/account/organizations/{organizationId}/rules',
    summary: 'Accept the sign-in methods of an organization (form)',
    body: form({}),
    responses: leadingOn,
  }),
  getLeavingPage: operation({
    ...page,
    method: 'GET',
    path: '/account/organizations/{organizationId}/leave',
    summary: 'Show the confirmation page for leaving an organization',
    responses: showing,
  }),
  leaveAccountOrganization: operation({
    ...page,
    method: 'POST',
    path: '/account/organizations/{organizationId}/leave',
    summary: 'Leave an organization (form)',
    scope: 'organization',
    body: form({}),
    responses: leadingOn,
  }),
  changeAccountNotifications: operation({
    ...page,
    method: 'POST',
    path: '/account/notifications',
    summary: 'Update your notification settings (form); unchecked notifications are turned off',
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
    summary: 'Sign out (form)',
    body: form({}),
    responses: leadingOn,
  }),
};
