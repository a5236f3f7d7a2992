import Type from 'typebox';
import { Empty } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { LOGIN_PATH } from '../../../kernel/contract/paths.ts';

const Html = Type.String();
const Target = Type.Optional(Type.String({ maxLength: 2048 }));

/** Pages on which people sign in. */
export const signInContract = {
  getLoginPage: operation({
    method: 'GET',
    path: LOGIN_PATH,
    kind: 'page',
    summary: 'Where people sign in',
    permission: 'public',
    responses: { 200: Html },
  }),
  requestSignInLink: operation({
    method: 'POST',
    path: LOGIN_PATH,
    kind: 'page',
    summary: 'Ask for a link that signs you in, by e-mail; the answer is the same for every address',
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
    summary: 'What stands behind a link that signs somebody in; looking at it does not use it up',
    permission: 'public',
    responses: { 200: Html },
  }),
  useSignInLink: operation({
    method: 'POST',
    path: `${LOGIN_PATH}/link`,
    kind: 'page',
    summary: 'Sign in with a link, once',
    permission: 'public',
    body: Type.Object({ token: Type.String({ maxLength: 200 }) }),
    responses: { 303: Empty },
  }),
  getConsoleStyles: operation({
    method: 'GET',
    path: '/console.css',
    kind: 'page',
    summary: 'How the pages for those who work here look',
    permission: 'public',
    responses: { 200: Type.String() },
  }),
};
