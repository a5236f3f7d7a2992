import type { TSchema } from 'typebox';
import { ErrorBody } from './common-schemas.ts';
import type { Domain } from './domain.ts';
import { isJsonOperation, type Operation } from './operation.ts';
import { pathOf } from './paths.ts';
import { SCIM_TYPE } from './scim.ts';
import { isScoped, scopeOf } from './scopes.ts';

const parametersOf = (operation: Operation) => {
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const query = operation.query as { properties?: Record<string, TSchema>; required?: string[] } | undefined;
  const inQuery = Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query?.required?.includes(name) ?? false,
    schema,
  }));
  return [...inPath, ...inQuery];
};

const isEmpty = (schema: TSchema) => 'not' in schema;

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  201: 'Created',
  101: 'A WebSocket; its messages are JSON of this form',
  204: 'Done, no content',
  205: 'Done, no content',
  303: 'Done; the page that shows it is elsewhere',
};

const responseTypeOf = (operation: Operation) => {
  if (operation.kind === 'scim') return SCIM_TYPE;
  if (operation.kind === 'socket') return 'application/json';
  if (operation.kind === 'events') return 'text/event-stream';
  return isJsonOperation(operation) ? 'application/json' : '*/*';
};

const BODY_TYPES: Partial<Record<NonNullable<Operation['kind']>, string>> = {
  // Browsers send forms to pages.
  page: 'application/x-www-form-urlencoded',
  scim: SCIM_TYPE,
};

const securityOf = (operation: Operation) => {
  if (operation.permission === 'public') return [];
  const needed = isScoped(operation) ? { token: [scopeOf(operation)] } : { provider: [] };
  return operation.anonymous ? [needed, {}] : [needed];
};

const responsesOf = (operation: Operation) => {
  const good = Object.entries(operation.responses).map(([status, schema]) => [
    status,
    {
      description: DESCRIPTIONS[status] ?? 'OK',
      ...(!isEmpty(schema) && {
        content: { [responseTypeOf(operation)]: { schema } },
      }),
    },
  ]);
  return {
    ...Object.fromEntries(good),
    ...(isJsonOperation(operation) && { default: { $ref: '#/components/responses/Error' } }),
  };
};

const requestBodyOf = ({ body, form, kind = 'json' }: Operation) => {
  const type = BODY_TYPES[kind] ?? 'application/json';
  if (body) return { requestBody: { required: true, content: { [type]: { schema: body } } } };
  if (!form) return {};
  const { properties } = form.fields as { properties?: object };
  const schema = {
    ...form.fields,
    properties: { ...properties, file: { type: 'string', contentMediaType: 'application/octet-stream' } },
    required: ['file'],
  };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
};

const describePermission = (operation: Operation): string => {
  const { permission } = operation;
  if (permission === 'public') return 'No authentication is required.';
  if (permission === 'provider') return 'Requires the token of an identity provider.';
  const who =
    permission === 'authenticated'
      ? 'Requires any valid token.'
      : `Requires the permission \`${permission.can}\` on the ${permission.policy.name}.`;
  const visitors = operation.acceptsSiteTokens
    ? ' A site token can read the content that the site shows.'
    : '';
  const anonymous = operation.anonymous ? ' Without a token, only public content is returned.' : '';
  return `${who} A token with limited scopes also needs the scope \`${scopeOf(operation)}\`.${visitors}${anonymous}`;
};

/** The OpenAPI 3.1 document of the operation table. */
export const toOpenApi = (domains: readonly Domain[], info: { version: string; serverUrl: string }) => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name, contract } of domains)
    for (const [operationId, operation] of Object.entries(contract)) {
      const path = pathOf(operation);
      paths[path] ??= {};
      paths[path][operation.method.toLowerCase()] = {
        operationId,
        tags: [name],
        summary: operation.summary,
        description: describePermission(operation),
        parameters: parametersOf(operation),
        ...requestBodyOf(operation),
        responses: responsesOf(operation),
        security: securityOf(operation),
      };
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lectern',
      version: info.version,
      summary: 'A self-hosted documentation platform.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: info.serverUrl }],
    tags: domains.map(({ name }) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        provider: { type: 'http', scheme: 'bearer' },
      },
      responses: {
        Error: { description: 'What went wrong', content: { 'application/json': { schema: ErrorBody } } },
      },
    },
  };
};
