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

const OpenAPISpecContent = Type.Object({
  filesystem: Type.Object(
    {},
    {
      additionalProperties: true,
      description: 'The specification as one document of OpenAPI 3, with all files that it refers to in it',
    },
  ),
  url: Url,
  urls: Type.Object({ source: Url, public: Nullable(Url) }),
});

const AT = '/orgs/{organizationId}/openapi/{specSlug}/versions';

/** Operations on versions of specifications and their content. */
export const versionsContract = {
  listOpenAPISpecVersions: operation({
    method: 'GET',
    path: AT,
    summary: 'The versions of an OpenAPI specification, the newest first',
    permission: onSpec('view'),
    scope: 'openapi',
    query: pagedQuery(),
    responses: { 200: List(OpenAPISpecVersion) },
  }),
  getLatestOpenAPISpecVersion: operation({
    method: 'GET',
    path: `${AT}/latest`,
    summary: 'The newest version of an OpenAPI specification',
    permission: onSpec('view'),
    scope: 'openapi',
    responses: { 200: OpenAPISpecVersion },
  }),
  getLatestOpenAPISpecVersionContent: operation({
    method: 'GET',
    path: `${AT}/latest/content`,
    summary: 'What the newest version of an OpenAPI specification says',
    permission: onSpec('view'),
    scope: 'openapi',
    visitors: true,
    responses: { 200: OpenAPISpecContent },
  }),
  getOpenAPISpecVersionById: operation({
    method: 'GET',
    path: `${AT}/{versionId}`,
    summary: 'A version of an OpenAPI specification',
    permission: onSpec('view'),
    scope: 'openapi',
    responses: { 200: OpenAPISpecVersion },
  }),
  getOpenAPISpecVersionContentById: operation({
    method: 'GET',
    path: `${AT}/{versionId}/content`,
    summary: 'What a version of an OpenAPI specification says',
    permission: onSpec('view'),
    scope: 'openapi',
    responses: { 200: OpenAPISpecContent },
  }),
  readPublishedOpenAPISpec: operation({
    method: 'GET',
    path: '/openapi/{organizationId}/{specSlug}',
    kind: 'file',
    summary: 'The newest version of an OpenAPI specification that is public',
    permission: 'public',
    responses: { 200: Type.String() },
  }),
};
