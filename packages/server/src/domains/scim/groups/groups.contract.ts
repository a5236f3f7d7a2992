import Type from 'typebox';
import { Empty, Id, Nullable } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { SCIM_PREFIX } from '../../../kernel/contract/scim.ts';
import { SCHEMAS } from '../protocol/schemas.ts';
import {
  AttributesQuery,
  forProviders,
  ListQuery,
  ListResponse,
  PatchBody,
  ResourceOf,
  Schemas,
  Text,
} from '../scim.contract.ts';

const MAX_MEMBERS = 10_000;

/** What an identity provider says of a group; the rest of what it sends is passed over. */
export const GroupBody = Type.Object({
  schemas: Schemas,
  displayName: Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' }),
  externalId: Text(),
  members: Type.Optional(Nullable(Type.Array(Type.Object({ value: Id }), { maxItems: MAX_MEMBERS }))),
});

const Group = ResourceOf(SCHEMAS.group, {
  displayName: Type.Optional(Type.String()),
  members: Type.Optional(
    Type.Array(Type.Object({ value: Type.Optional(Type.String()), display: Type.Optional(Type.String()) })),
  ),
});

const collection = { ...forProviders, path: `${SCIM_PREFIX}/Groups` } as const;
const single = { ...forProviders, path: `${SCIM_PREFIX}/Groups/{scimGroupId}` } as const;
const query = Type.Object(AttributesQuery);

/** The teams that an identity provider made. */
export const groupsContract = {
  listSCIMGroups: operation({
    ...collection,
    method: 'GET',
    summary: 'The groups of an identity provider',
    query: ListQuery,
    responses: { 200: ListResponse(Group) },
  }),
  createSCIMGroup: operation({
    ...collection,
    method: 'POST',
    summary: 'Make a team of users of the identity provider',
    query,
    body: GroupBody,
    responses: { 201: Group },
  }),
  getSCIMGroup: operation({
    ...single,
    method: 'GET',
    summary: 'A group of an identity provider',
    query,
    responses: { 200: Group },
  }),
  replaceSCIMGroup: operation({
    ...single,
    method: 'PUT',
    summary: 'Say anew what a group is called and who is in it',
    query,
    body: GroupBody,
    responses: { 200: Group },
  }),
  patchSCIMGroup: operation({
    ...single,
    method: 'PATCH',
    summary: 'Change what a group is called or who is in it',
    query,
    body: PatchBody,
    responses: { 200: Group },
  }),
  deleteSCIMGroup: operation({
    ...single,
    method: 'DELETE',
    summary: 'Delete the team that a group is',
    responses: { 204: Empty },
  }),
};
