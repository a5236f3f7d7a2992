import Type, { type TProperties, type TSchema } from 'typebox';
import { Nullable, Timestamp, Url } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { SCIM_PREFIX } from '../../kernel/contract/scim.ts';
import { FILTER_LIMITS } from './protocol/parse-filter.ts';
import { SCHEMAS } from './protocol/schemas.ts';

/** An operation of the protocol: an identity provider calls it, with its own token. */
export const forProviders = { kind: 'scim', permission: 'provider' } as const;

/** A text that may also be null, which is another word for nothing. */
export const Text = (maxLength = 256) => Type.Optional(Nullable(Type.String({ maxLength })));

/** True or false; some identity providers send it as text. */
export const BooleanOrText = Type.Optional(
  Nullable(Type.Union([Type.Boolean(), Type.String({ pattern: '^([Tt]rue|[Ff]alse|TRUE|FALSE)$' })])),
);

/** The schemas that a body says it follows. */
export const Schemas = Type.Optional(Type.Array(Type.String({ maxLength: 256 }), { maxItems: 20 }));

/** Which attributes an answer is to have. */
export const AttributesQuery = {
  attributes: Type.Optional(Type.String({ maxLength: 2000, description: 'Only these, separated by commas' })),
  excludedAttributes: Type.Optional(Type.String({ maxLength: 2000, description: 'All but these' })),
};

/** The query of a list. */
export const ListQuery = Type.Object({
  filter: Type.Optional(Type.String({ maxLength: FILTER_LIMITS.length })),
  startIndex: Type.Optional(Type.Integer({ description: 'Of the first to show; they are counted from 1' })),
  count: Type.Optional(Type.Integer({ description: 'At most 1000' })),
  ...AttributesQuery,
});

/** The answer of a list. */
export const ListResponse = <S extends TSchema>(resource: S) =>
  Type.Object({
    schemas: Type.Array(Type.Literal(SCHEMAS.list)),
    totalResults: Type.Integer(),
    startIndex: Type.Integer(),
    itemsPerPage: Type.Integer(),
    Resources: Type.Array(resource),
  });

/** A resource: which of its attributes an answer has is for the client to say. */
export const ResourceOf = <P extends TProperties>(schema: string, attributes: P) =>
  Type.Object({
    schemas: Type.Array(Type.Literal(schema)),
    id: Type.String(),
    externalId: Type.Optional(Type.String()),
    ...attributes,
    meta: Type.Optional(
      Type.Object({
        resourceType: Type.Optional(Type.String()),
        created: Type.Optional(Timestamp),
        lastModified: Type.Optional(Timestamp),
        location: Type.Optional(Url),
        version: Type.Optional(Type.String()),
      }),
    ),
  });

/** The body of a patch. */
export const PatchBody = Type.Object({
  schemas: Schemas,
  Operations: Type.Array(
    Type.Object({
      op: Type.String({ maxLength: 16 }),
      path: Text(FILTER_LIMITS.length),
      value: Type.Optional(Type.Unknown()),
    }),
    { minItems: 1, maxItems: 200 },
  ),
});

const Meta = Type.Object({ resourceType: Type.String(), location: Url });
const Supported = Type.Object({ supported: Type.Boolean() });

const ServiceProviderConfig = Type.Object({
  schemas: Type.Array(Type.Literal(SCHEMAS.config)),
  documentationUri: Type.Optional(Url),
  patch: Supported,
  bulk: Type.Object({
    supported: Type.Boolean(),
    maxOperations: Type.Integer(),
    maxPayloadSize: Type.Integer(),
  }),
  filter: Type.Object({ supported: Type.Boolean(), maxResults: Type.Integer() }),
  changePassword: Supported,
  sort: Supported,
  etag: Supported,
  authenticationSchemes: Type.Array(
    Type.Object({
      type: Type.String(),
      name: Type.String(),
      description: Type.String(),
      specUri: Url,
      primary: Type.Boolean(),
    }),
  ),
  meta: Meta,
});

const ResourceType = Type.Object({
  schemas: Type.Array(Type.Literal(SCHEMAS.resourceType)),
  id: Type.String(),
  name: Type.String(),
  endpoint: Type.String(),
  description: Type.String(),
  schema: Type.String(),
  meta: Meta,
});

const SchemaResource = Type.Object({
  schemas: Type.Array(Type.Literal(SCHEMAS.schema)),
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  attributes: Type.Array(Type.Unknown()),
  meta: Meta,
});

/** What identity providers ask first: what there is, and how it can be spoken to. */
export const scimContract = {
  getSCIMServiceProviderConfig: operation({
    ...forProviders,
    method: 'GET',
    path: `${SCIM_PREFIX}/ServiceProviderConfig`,
    summary: 'What of SCIM this server speaks',
    responses: { 200: ServiceProviderConfig },
  }),
  listSCIMResourceTypes: operation({
    ...forProviders,
    method: 'GET',
    path: `${SCIM_PREFIX}/ResourceTypes`,
    summary: 'The kinds of resources that can be provisioned',
    responses: { 200: ListResponse(ResourceType) },
  }),
  getSCIMResourceType: operation({
    ...forProviders,
    method: 'GET',
    path: `${SCIM_PREFIX}/ResourceTypes/{scimName}`,
    summary: 'A kind of resource that can be provisioned',
    responses: { 200: ResourceType },
  }),
  listSCIMSchemas: operation({
    ...forProviders,
    method: 'GET',
    path: `${SCIM_PREFIX}/Schemas`,
    summary: 'What resources are made of',
    responses: { 200: ListResponse(SchemaResource) },
  }),
  getSCIMSchema: operation({
    ...forProviders,
    method: 'GET',
    path: `${SCIM_PREFIX}/Schemas/{scimName}`,
    summary: 'What a kind of resource is made of',
    responses: { 200: SchemaResource },
  }),
};
