import Type from 'typebox';
import { Empty } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { FORM_TOKEN_FIELD } from '../account/index.ts';
import { REQUEST_FIELDS } from './authorization-request.ts';

const Text = Type.String();
const Value = Type.Optional(Type.String({ maxLength: 4096 }));

/** The form with which a program exchanges a code for a token. */
export const TokenRequest = Type.Object({
  grant_type: Value,
  code: Value,
  redirect_uri: Value,
  client_id: Value,
  code_verifier: Value,
});

/** The page on which users authorize programs. */
export const AUTHORIZE_PATH = '/oauth/authorize';

/** Where programs register themselves. */
export const REGISTER_PATH = '/oauth/register';

/** Where programs exchange a code for a token. */
export const TOKEN_PATH = '/oauth/token';

/** Tokens for programs, such as a command line, that a user authorizes in the browser (OAuth 2.1). */
export const oauthContract = {
  getOAuthMetadata: operation({
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    kind: 'content',
    summary: 'Get the addresses and features of the authorization server (RFC 8414)',
    permission: 'public',
    responses: { 200: Text },
  }),
  registerOAuthClient: operation({
    method: 'POST',
    path: REGISTER_PATH,
    kind: 'page',
    summary: 'Register a program that asks for tokens of users (RFC 7591)',
    permission: 'public',
    bodyLimit: 64 * 1024,
    body: Type.Object({
      client_name: Type.Optional(Type.String({ maxLength: 1000 })),
      redirect_uris: Type.Optional(Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 100 })),
    }),
    responses: { 201: Text },
  }),
  getAuthorizationPage: operation({
    method: 'GET',
    path: AUTHORIZE_PATH,
    kind: 'page',
    summary: 'Show the page on which a user authorizes a program',
    permission: 'authenticated',
    responses: { 200: Text },
  }),
  authorizeProgram: operation({
    method: 'POST',
    path: AUTHORIZE_PATH,
    kind: 'page',
    summary: 'Authorize a program, or refuse it (form)',
    permission: 'authenticated',
    body: Type.Object({
      ...Object.fromEntries(REQUEST_FIELDS.map((name) => [name, Value])),
      decision: Type.Optional(Type.String({ maxLength: 10 })),
      access: Type.Optional(Type.String({ maxLength: 10 })),
      days: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,2}$' })),
      [FORM_TOKEN_FIELD]: Type.Optional(
        Type.String({ maxLength: 100, description: 'The CSRF token of a session' }),
      ),
    }),
    responses: { 303: Empty },
  }),
  exchangeAuthorizationCode: operation({
    method: 'POST',
    path: TOKEN_PATH,
    kind: 'page',
    summary: 'Exchange an authorization code for an API token (form)',
    permission: 'public',
    bodyLimit: 64 * 1024,
    body: TokenRequest,
    responses: { 200: Text },
  }),
};
