import Type from 'typebox';
import { Empty } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { LOGIN_PATH } from '../../../kernel/contract/paths.ts';

/** Sign-in with a passkey. */
export const passkeysContract = {
  getPasskeyScript: operation({
    method: 'GET',
    path: '/passkeys.js',
    kind: 'page',
    summary: 'Get the script of the sign-in and account pages that asks the browser for passkeys',
    permission: 'public',
    responses: { 200: Type.String() },
  }),
  startPasskeySignIn: operation({
    method: 'POST',
    path: `${LOGIN_PATH}/passkey/options`,
    kind: 'page',
    summary: 'Get the options with which a browser signs in with a passkey, as JSON',
    permission: 'public',
    body: Type.Object({}),
    responses: { 200: Type.String() },
  }),
  signInWithPasskey: operation({
    method: 'POST',
    path: `${LOGIN_PATH}/passkey`,
    kind: 'page',
    summary: 'Sign in with a passkey',
    permission: 'public',
    body: Type.Object({
      credential: Type.String({ maxLength: 20_000, description: 'The answer of the browser as JSON' }),
      to: Type.Optional(Type.String({ maxLength: 2048 })),
    }),
    responses: { 303: Empty },
  }),
};
