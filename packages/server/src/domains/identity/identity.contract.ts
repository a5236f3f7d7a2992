import Type from 'typebox';
import {
  Empty,
  Id,
  List,
  OptionalNullable,
  pagedQuery,
  Timestamp,
  Url,
} from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { userPolicy } from './identity.policy.ts';

/** A user. */
export const User = Type.Object({
  object: Type.Literal('user'),
  id: Id,
  displayName: Type.String(),
  email: Type.Optional(Type.String()),
  photoURL: Type.Optional(Type.String()),
  urls: Type.Object({ location: Url }),
});

const AuthenticatedUser = Type.Object({
  ...User.properties,
  permissions: Type.Object({
    administerServer: Type.Boolean({
      description: 'Whether the user set up the server, and sees its backups',
    }),
  }),
});

const ApiInformation = Type.Object({ version: Type.String(), build: Type.String() });

const Token = Type.Object({
  object: Type.Literal('token'),
  id: Id,
  label: Type.String(),
  hint: Type.String({ description: 'The first characters of the token' }),
  scopes: Type.Optional(Type.Array(Type.String(), { description: 'Absent: full access of the user' })),
  createdAt: Timestamp,
  expiresAt: Type.Optional(Timestamp),
  lastUsedAt: Type.Optional(Timestamp),
  urls: Type.Object({ location: Url }),
});

const NewToken = Type.Object({
  label: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  scopes: OptionalNullable(Type.Array(Type.String(), { maxItems: 100 })),
  expiresAt: OptionalNullable(Timestamp),
});

/** The authenticated user, other users, and API tokens. */
export const identityContract = {
  getApiInformation: operation({
    method: 'GET',
    path: '/',
    summary: 'Get the version of the server',
    permission: 'public',
    responses: { 200: ApiInformation },
  }),
  getAuthenticatedUser: operation({
    method: 'GET',
    path: '/user',
    summary: 'Get the authenticated user',
    permission: 'authenticated',
    responses: { 200: AuthenticatedUser },
  }),
  getUserById: operation({
    method: 'GET',
    path: '/users/{userId}',
    summary: 'Get a user of one of your organizations',
    permission: { policy: userPolicy, can: 'view', on: 'userId' },
    acceptsSiteTokens: true,
    responses: { 200: User },
  }),
  updateUserById: operation({
    method: 'PATCH',
    path: '/users/{userId}',
    summary: 'Update your display name or picture',
    permission: { policy: userPolicy, can: 'edit', on: 'userId' },
    body: Type.Object({
      displayName: Type.Optional(Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' })),
      photoURL: Type.Optional(Url),
    }),
    responses: { 200: User },
  }),
  listUserTokens: operation({
    method: 'GET',
    path: '/user/tokens',
    summary: 'List your API tokens, newest first',
    permission: 'authenticated',
    query: pagedQuery(),
    responses: { 200: List(Token) },
  }),
  listUserTokenScopes: operation({
    method: 'GET',
    path: '/user/token-scopes',
    summary: 'List the scopes that an API token can be limited to',
    permission: 'authenticated',
    responses: {
      200: Type.Object({
        scopes: Type.Array(Type.String({ description: 'A resource and `read` or `write`: `space:read`' })),
      }),
    },
  }),
  createUserToken: operation({
    method: 'POST',
    path: '/user/tokens',
    summary: 'Create an API token; its secret is returned only once',
    permission: 'authenticated',
    body: NewToken,
    responses: { 201: Type.Intersect([Token, Type.Object({ token: Type.String() })]) },
  }),
  getUserToken: operation({
    method: 'GET',
    path: '/user/tokens/{tokenId}',
    summary: 'Get one of your API tokens, without its secret',
    permission: 'authenticated',
    responses: { 200: Token },
  }),
  deleteUserToken: operation({
    method: 'DELETE',
    path: '/user/tokens/{tokenId}',
    summary: 'Revoke an API token immediately',
    permission: 'authenticated',
    responses: { 204: Empty },
  }),
};
