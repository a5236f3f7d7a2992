import Type from 'typebox';
import { Empty, Id, List, Permissions, pagedQuery, Url } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { DefaultLevel, DestinationBody, Position } from '../access/index.ts';
import { inOrganization } from '../organizations/index.ts';
import { collectionPolicy } from './collections.policy.ts';

const Title = Type.String({ maxLength: 50 });
const Description = Type.String({ maxLength: 100 });

/** A group of spaces and of other collections. */
export const Collection = Type.Object({
  object: Type.Literal('collection'),
  id: Id,
  title: Title,
  description: Type.Optional(Description),
  organization: Id,
  parent: Type.Optional(Id),
  position: Type.Optional(Position),
  defaultLevel: DefaultLevel,
  urls: Type.Object({ location: Url, app: Url }),
  permissions: Permissions(['view', 'admin', 'viewInviteLinks', 'create']),
});

const onCollection = <const Can extends keyof typeof collectionPolicy.can>(can: Can) =>
  ({ policy: collectionPolicy, can, on: 'collectionId' }) as const;

/** Operations on collections. */
export const collectionsContract = {
  listCollectionsInOrganizationById: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/collections',
    summary: 'List the collections of an organization',
    permission: inOrganization('view'),
    scope: 'collection',
    query: pagedQuery({
      nested: Type.Optional(
        Type.Boolean({ default: true, description: 'Whether nested collections are included' }),
      ),
    }),
    responses: { 200: List(Collection) },
  }),
  createCollection: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/collections',
    summary: 'Create a collection',
    permission: inOrganization('view'),
    scope: 'collection',
    body: Type.Object({ title: Type.Optional(Title), parent: Type.Optional(Id) }),
    responses: { 201: Collection },
  }),
  getCollectionById: operation({
    method: 'GET',
    path: '/collections/{collectionId}',
    summary: 'Get a collection',
    permission: onCollection('view'),
    responses: { 200: Collection },
  }),
  updateCollectionById: operation({
    method: 'PATCH',
    path: '/collections/{collectionId}',
    summary: 'Update a collection',
    permission: onCollection('admin'),
    body: Type.Object({
      title: Type.Optional(Title),
      description: Type.Optional(Description),
      defaultLevel: Type.Optional(DefaultLevel),
    }),
    responses: { 200: Collection },
  }),
  deleteCollectionById: operation({
    method: 'DELETE',
    path: '/collections/{collectionId}',
    summary: 'Delete a collection with its subcollections; their spaces are moved to the trash',
    permission: onCollection('admin'),
    responses: { 204: Empty },
  }),
  moveCollection: operation({
    method: 'POST',
    path: '/collections/{collectionId}/move',
    summary: 'Move a collection; to the end by default',
    permission: onCollection('admin'),
    body: DestinationBody,
    responses: { 200: Collection },
  }),
  transferCollection: operation({
    method: 'POST',
    path: '/collections/{collectionId}/transfer',
    summary: 'Transfer a collection with its content to another organization',
    permission: onCollection('admin'),
    body: Type.Object({ organization: Id }),
    responses: { 200: Collection },
  }),
};
