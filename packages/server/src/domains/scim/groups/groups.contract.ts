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

/** The request body of a group; unknown attributes are ignored. */
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

/** SCIM groups: the teams that an identity provider manages. */
export const groupsContract = {
  listSCIMGroups: operation({
    ...collection,
    method: 'GET',
    summary: 'List the groups of an identity provider',
    query: ListQuery,
    responses: { 200: ListResponse(Group) },
  }),
  createSCIMGroup: operation({
    ...collection,
    method: 'POST',
    summary: 'Create a group',
    query,
    body: GroupBody,
    responses: { 201: Group },
  }),
  getSCIMGroup: operation({
    ...single,
    method: 'GET',
    summary: 'Get a group of an identity provider',
    query,
    responses: { 200: Group },
  }),
  replaceSCIMGroup: operation({
    ...single,
    method: 'PUT',
    summary: 'Replace a group',
    query,
    body: GroupBody,
    responses: { 200: Group },
  }),
  patchSCIMGroup: operation({
    ...single,
    method: 'PATCH',
    summary: 'Patch a group',
    query,
    body: PatchBody,
    responses: { 200: Group },
  }),
  deleteSCIMGroup: operation({
    ...single,
    method: 'DELETE',
    summary: 'Delete a group with its team',
    responses: { 204: Empty },
  }),
};
