import Type from 'typebox';
import {
  Empty,
  Id,
  List,
  OneOf,
  Permissions,
  pagedQuery,
  Timestamp,
  Url,
} from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { inOrganization } from '../organizations/index.ts';
import { specPolicy } from './openapi.policy.ts';

// In characters.
const MAX_TEXT_LENGTH = 10 * 1024 * 1024;
// Larger than the text, because JSON escapes take two bytes and some characters three.
const BODY_LIMIT = 32 * 1024 * 1024;

const Slug = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$',
  description: 'Stored in lower case',
});
const Source = Type.Union([
  Type.Object({ url: Url }),
  Type.Object({ text: Type.String({ minLength: 1, maxLength: MAX_TEXT_LENGTH }) }),
]);
const Visibility = OneOf(['private', 'public']);

/** A specification and its processing state. */
export const OpenAPISpec = Type.Object({
  object: Type.Literal('openapi-spec'),
  id: Id,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  slug: Type.String(),
  sourceURL: Type.Optional(Url),
  processingState: OneOf(['pending', 'progress', 'complete']),
  visibility: Visibility,
  lastVersion: Type.Optional(Id),
  lastProcessedAt: Type.Optional(Timestamp),
  lastProcessErrorCode: Type.Optional(OneOf(['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'])),
  lastProcessedErrors: Type.Optional(
    Type.Array(
      Type.Object({
        message: Type.String(),
        code: Type.Optional(Type.String()),
        line: Type.Optional(Type.Integer()),
        excerpt: Type.Optional(Type.String({ description: 'The text of the line' })),
      }),
    ),
  ),
  permissions: Permissions(['view', 'edit']),
  urls: Type.Object({ location: Url, app: Url, published: Type.Optional(Url) }),
});

const SpecUsage = Type.Object({
  space: Type.Object({ id: Id, title: Type.String(), urls: Type.Object({ app: Url }) }),
  page: Type.Optional(
    Type.Object({ id: Id, title: Type.String(), path: Type.String(), urls: Type.Object({ app: Url }) }),
  ),
  reusableContent: Type.Optional(Type.Object({ id: Id, title: Type.String() })),
});

/** The permission of an operation on a specification. */
export const onSpec = <const Can extends keyof typeof specPolicy.can>(can: Can) =>
  ({ policy: specPolicy, can, on: 'specSlug' }) as const;

/** Operations on the specifications of an organization. */
export const openapiContract = {
  listOpenAPISpecs: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/openapi',
    summary: 'List the OpenAPI specifications of an organization',
    permission: inOrganization('view'),
    scope: 'openapi',
    query: pagedQuery({
      search: Type.Optional(Type.String({ maxLength: 100, description: 'Part of the slug' })),
    }),
    responses: { 200: List(OpenAPISpec) },
  }),
  createOpenAPISpec: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/openapi',
    summary: 'Add an OpenAPI specification by its URL or as text',
    permission: inOrganization('createOpenAPISpec'),
    scope: 'openapi',
    bodyLimit: BODY_LIMIT,
    body: Type.Object({ slug: Slug, source: Source }),
    responses: { 201: OpenAPISpec },
  }),
  getOpenAPISpecBySlug: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Get an OpenAPI specification and its processing state',
    permission: onSpec('view'),
    scope: 'openapi',
    responses: { 200: OpenAPISpec },
  }),
  createOrUpdateOpenAPISpecBySlug: operation({
    method: 'PUT',
    path: '/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Add an OpenAPI specification, or change its source; the same URL is fetched again',
    permission: inOrganization('createOpenAPISpec'),
    scope: 'openapi',
    bodyLimit: BODY_LIMIT,
    body: Type.Object({ source: Source }),
    responses: { 200: OpenAPISpec, 201: OpenAPISpec },
  }),
  updateOpenAPISpecBySlug: operation({
    method: 'PATCH',
    path: '/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Make an OpenAPI specification public or private',
    permission: onSpec('edit'),
    scope: 'openapi',
    body: Type.Object({ visibility: Visibility }),
    responses: { 200: OpenAPISpec },
  }),
  listOpenAPISpecUsages: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/openapi/{specSlug}/usages',
    summary: 'List the pages and reusable contents that show an OpenAPI specification, in spaces you can see',
    permission: onSpec('view'),
    scope: 'openapi',
    query: pagedQuery(),
    responses: { 200: List(SpecUsage) },
  }),
  deleteOpenAPISpecBySlug: operation({
    method: 'DELETE',
    path: '/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Delete an OpenAPI specification with all its versions',
    permission: onSpec('edit'),
    scope: 'openapi',
    responses: { 204: Empty },
  }),
};
