import Type, { type TProperties, type TSchema } from 'typebox';
import { Nullable, Timestamp, Url } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { SCIM_PREFIX } from '../../kernel/contract/scim.ts';
import { FILTER_LIMITS } from './protocol/parse-filter.ts';
import { SCHEMAS } from './protocol/schemas.ts';

/** The kind and permission of SCIM operations: they need the token of an identity provider. */
export const forProviders = { kind: 'scim', permission: 'provider' } as const;

/** An optional string; null means none. */
export const Text = (maxLength = 256) => Type.Optional(Nullable(Type.String({ maxLength })));

/** A boolean; some identity providers send it as a string. */
export const BooleanOrText = Type.Optional(
  Nullable(Type.Union([Type.Boolean(), Type.String({ pattern: '^([Tt]rue|[Ff]alse|TRUE|FALSE)$' })])),
);

/** The schemas of a request body. */
export const Schemas = Type.Optional(Type.Array(Type.String({ maxLength: 256 }), { maxItems: 20 }));

/** The query parameters that select attributes. */
export const AttributesQuery = {
  attributes: Type.Optional(
    Type.String({ maxLength: 2000, description: 'Attributes to return, separated by commas' }),
  ),
  excludedAttributes: Type.Optional(
    Type.String({ maxLength: 2000, description: 'Attributes to omit, separated by commas' }),
  ),
};

/** The query of a list. */
export const ListQuery = Type.Object({
  filter: Type.Optional(Type.String({ maxLength: FILTER_LIMITS.length })),
  startIndex: Type.Optional(Type.Integer({ description: 'The 1-based index of the first result' })),
  count: Type.Optional(Type.Integer({ description: 'At most 1000' })),
  ...AttributesQuery,
});

/** The response of a list. */
export const ListResponse = <S extends TSchema>(resource: S) =>
  Type.Object({
    schemas: Type.Array(Type.Literal(SCHEMAS.list)),
    totalResults: Type.Integer(),
    startIndex: Type.Integer(),
    itemsPerPage: Type.Integer(),
    Resources: Type.Array(resource),
  });

/** A resource; the client selects which attributes a response contains. */
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

/** The body of a patch request. */
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

/** Discovery endpoints of SCIM. */
export const scimContract = {
  getSCIMServiceProviderConfig: operation({
    ...forProviders,
    method: 'GET',
    path: `${SCIM_PREFIX}/ServiceProviderConfig`,
    summary: 'Get the SCIM features of this server',
    responses: { 200: ServiceProviderConfig },
  }),
  listSCIMResourceTypes: operation({
    ...forProviders,
    method: 'GET',
    path: `${SCIM_PREFIX}/ResourceTypes`,
    summary: 'List the SCIM resource types',
    responses: { 200: ListResponse(ResourceType) },
  }),
  getSCIMResourceType: operation({
    ...forProviders,
    method: 'GET',
    path: `${SCIM_PREFIX}/ResourceTypes/{scimName}`,
    summary: 'Get a SCIM resource type',
    responses: { 200: ResourceType },
  }),
  listSCIMSchemas: operation({
    ...forProviders,
    method: 'GET',
    path: `${SCIM_PREFIX}/Schemas`,
    summary: 'List the SCIM schemas',
    responses: { 200: ListResponse(SchemaResource) },
  }),
  getSCIMSchema: operation({
    ...forProviders,
    method: 'GET',
    path: `${SCIM_PREFIX}/Schemas/{scimName}`,
    summary: 'Get a SCIM schema',
    responses: { 200: SchemaResource },
  }),
};
