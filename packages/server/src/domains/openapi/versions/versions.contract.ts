import Type from 'typebox';
import { Id, List, Nullable, pagedQuery, Timestamp, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSpec } from '../openapi.contract.ts';

const OpenAPISpecVersion = Type.Object({
  object: Type.Literal('openapi-spec-version'),
  id: Id,
  createdAt: Timestamp,
  url: Url,
  urls: Type.Object({ location: Url }),
});

const SpecificationFile = Type.Object({
  dir: Type.String(),
  isEntrypoint: Type.Boolean(),
  references: Type.Array(Type.String()),
  filename: Type.String(),
  specification: Type.Object({}, { additionalProperties: true }),
});

const OpenAPISpecContent = Type.Object({
  filesystem: Type.Union([
    Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'The specification as a single OpenAPI 3 document, with all referenced files',
      },
    ),
    Type.Array(SpecificationFile, { description: 'The same document as a file, for site tokens' }),
  ]),
  url: Url,
  urls: Type.Object({ source: Url, public: Nullable(Url) }),
});

const AT = '/orgs/{organizationId}/openapi/{specSlug}/versions';

/** Operations on versions of specifications and their content. */
export const versionsContract = {
  listOpenAPISpecVersions: operation({
    method: 'GET',
    path: AT,
    summary: 'List the versions of an OpenAPI specification, newest first',
    permission: onSpec('view'),
    scope: 'openapi',
    query: pagedQuery(),
    responses: { 200: List(OpenAPISpecVersion) },
  }),
  getLatestOpenAPISpecVersion: operation({
    method: 'GET',
    path: `${AT}/latest`,
    summary: 'Get the latest version of an OpenAPI specification',
    permission: onSpec('view'),
    scope: 'openapi',
    responses: { 200: OpenAPISpecVersion },
  }),
  getLatestOpenAPISpecVersionContent: operation({
    method: 'GET',
    path: `${AT}/latest/content`,
    summary: 'Get the content of the latest version of an OpenAPI specification',
    permission: onSpec('view'),
    scope: 'openapi',
    acceptsSiteTokens: true,
    responses: { 200: OpenAPISpecContent },
  }),
  getOpenAPISpecVersionById: operation({
    method: 'GET',
    path: `${AT}/{versionId}`,
    summary: 'Get a version of an OpenAPI specification',
    permission: onSpec('view'),
    scope: 'openapi',
    responses: { 200: OpenAPISpecVersion },
  }),
  getOpenAPISpecVersionContentById: operation({
    method: 'GET',
    path: `${AT}/{versionId}/content`,
    summary: 'Get the content of a version of an OpenAPI specification',
    permission: onSpec('view'),
    scope: 'openapi',
    responses: { 200: OpenAPISpecContent },
  }),
  readPublishedOpenAPISpec: operation({
    method: 'GET',
    path: '/openapi/{organizationId}/{specSlug}',
    kind: 'file',
    summary: 'Download the latest version of a public OpenAPI specification',
    permission: 'public',
    responses: { 200: Type.String() },
  }),
};
