import type { TSchema } from 'typebox';
import type { Domain } from './domain.ts';
import { pathOf } from './mount.ts';
import { answersJson, type Operation } from './operation.ts';
import { scopeOf } from './scopes.ts';
import { ErrorAnswer } from './vocabulary.ts';

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

const responsesOf = (operation: Operation) => {
  const good = Object.entries(operation.responses).map(([status, schema]) => [
    status,
    {
      description: status === '201' ? 'Created' : status === '204' ? 'Done, no content' : 'OK',
      ...(!isEmpty(schema) && {
        content: { [answersJson(operation) ? 'application/json' : '*/*']: { schema } },
      }),
    },
  ]);
  return {
    ...Object.fromEntries(good),
    ...(answersJson(operation) && { default: { $ref: '#/components/responses/Error' } }),
  };
};

const requestBodyOf = ({ body, form }: Operation) => {
  if (body) return { requestBody: { required: true, content: { 'application/json': { schema: body } } } };
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
  if (permission === 'public') return 'Anyone may call this.';
  const who =
    permission === 'authenticated'
      ? 'Anyone with a token may call this.'
      : `Needs \`${permission.can}\` on the ${permission.policy.name}.`;
  const visitors = operation.visitors ? ' The token of a site reads what the site shows.' : '';
  return `${who} A limited token needs the scope \`${scopeOf(operation)}\`.${visitors}`;
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
        security: operation.permission === 'public' ? [] : [{ token: [scopeOf(operation)] }],
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
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      responses: {
        Error: { description: 'What went wrong', content: { 'application/json': { schema: ErrorAnswer } } },
      },
    },
  };
};
