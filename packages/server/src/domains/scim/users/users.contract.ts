import Type from 'typebox';
import { Empty, Nullable } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { SCIM_PREFIX } from '../../../kernel/contract/scim.ts';
import { SCHEMAS } from '../protocol/schemas.ts';
import {
  AttributesQuery,
  BooleanOrText,
  forProviders,
  ListQuery,
  ListResponse,
  PatchBody,
  ResourceOf,
  Schemas,
  Text,
} from '../scim.contract.ts';

/** The request body of a user; unknown attributes are ignored. */
export const UserBody = Type.Object({
  schemas: Schemas,
  userName: Type.String({ minLength: 1, maxLength: 254 }),
  externalId: Text(),
  displayName: Text(),
  active: BooleanOrText,
  name: Type.Optional(
    Nullable(
      Type.Object({
        formatted: Text(),
        familyName: Text(),
        givenName: Text(),
        middleName: Text(),
        honorificPrefix: Text(),
        honorificSuffix: Text(),
      }),
    ),
  ),
  emails: Type.Optional(
    Nullable(
      Type.Array(Type.Object({ value: Text(254), type: Text(64), display: Text(), primary: BooleanOrText }), {
        maxItems: 20,
      }),
    ),
  ),
});

const part = Type.Optional(Type.String());

const User = ResourceOf(SCHEMAS.user, {
  userName: part,
  displayName: part,
  active: Type.Optional(Type.Boolean()),
  name: Type.Optional(
    Type.Object({
      formatted: part,
      familyName: part,
      givenName: part,
      middleName: part,
      honorificPrefix: part,
      honorificSuffix: part,
    }),
  ),
  emails: Type.Optional(
    Type.Array(
      Type.Object({ value: part, type: part, display: part, primary: Type.Optional(Type.Boolean()) }),
    ),
  ),
});

const collection = { ...forProviders, path: `${SCIM_PREFIX}/Users` } as const;
const single = { ...forProviders, path: `${SCIM_PREFIX}/Users/{scimUserId}` } as const;
const query = Type.Object(AttributesQuery);

/** SCIM users: the members that an identity provider manages. */
export const usersContract = {
  listSCIMUsers: operation({
    ...collection,
    method: 'GET',
    summary: 'List the users of an identity provider',
    query: ListQuery,
    responses: { 200: ListResponse(User) },
  }),
  createSCIMUser: operation({
    ...collection,
    method: 'POST',
    summary: 'Create a user',
    query,
    body: UserBody,
    responses: { 201: User },
  }),
  getSCIMUser: operation({
    ...single,
    method: 'GET',
    summary: 'Get a user of an identity provider',
    query,
    responses: { 200: User },
  }),
  replaceSCIMUser: operation({
    ...single,
    method: 'PUT',
    summary: 'Replace a user',
    query,
    body: UserBody,
    responses: { 200: User },
  }),
  patchSCIMUser: operation({
    ...single,
    method: 'PATCH',
    summary: 'Patch a user',
    query,
    body: PatchBody,
    responses: { 200: User },
  }),
  deleteSCIMUser: operation({
    ...single,
    method: 'DELETE',
    summary: 'Delete a user: ends the membership',
    responses: { 204: Empty },
  }),
};
