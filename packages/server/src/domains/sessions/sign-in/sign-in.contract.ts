import Type from 'typebox';
import { Empty } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { LOGIN_PATH } from '../../../kernel/contract/paths.ts';

const Html = Type.String();
const Target = Type.Optional(Type.String({ maxLength: 2048 }));

/** Sign-in pages. */
export const signInContract = {
  getLoginPage: operation({
    method: 'GET',
    path: LOGIN_PATH,
    kind: 'page',
    summary: 'Show the sign-in page',
    permission: 'public',
    responses: { 200: Html },
  }),
  requestSignInLink: operation({
    method: 'POST',
    path: LOGIN_PATH,
    kind: 'page',
    summary:
      'Request a sign-in link by e-mail; the response does not reveal whether the address has an account',
    permission: 'public',
    body: Type.Object({
      email: Type.String({ maxLength: 254, pattern: '^[^\\s@<>]+@[^\\s@<>]+$' }),
      to: Target,
    }),
    responses: { 200: Html },
  }),
  getSignInLink: operation({
    method: 'GET',
    path: `${LOGIN_PATH}/link`,
    kind: 'page',
    summary: 'Show the confirmation page of a sign-in link, without using the link',
    permission: 'public',
    responses: { 200: Html },
  }),
  useSignInLink: operation({
    method: 'POST',
    path: `${LOGIN_PATH}/link`,
    kind: 'page',
    summary: 'Sign in with a link, which can be used once',
    permission: 'public',
    body: Type.Object({ token: Type.String({ maxLength: 200 }) }),
    responses: { 303: Empty },
  }),
  getConsoleStyles: operation({
    method: 'GET',
    path: '/console.css',
    kind: 'page',
    summary: 'Get the style sheet of the sign-in and account pages',
    permission: 'public',
    responses: { 200: Type.String() },
  }),
};
