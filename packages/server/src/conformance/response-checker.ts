import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { OAuthErrorBody, oauthContract } from '../domains/oauth/index.ts';
import { ErrorBody } from '../kernel/contract/common-schemas.ts';
import type { Domain } from '../kernel/contract/domain.ts';
import { isJsonOperation, type Operation, restParameterOf } from '../kernel/contract/operation.ts';
import { pathOf } from '../kernel/contract/paths.ts';
import { SCIM_PREFIX, ScimErrorBody } from '../kernel/contract/scim.ts';
import { addStringFormats } from '../kernel/contract/string-formats.ts';
import { referenceResponse, rendererResponse } from './reference-api.ts';

/** An operation and the validators of its responses. */
interface Route {
  readonly operationId: string;
  readonly operation: Operation;
  readonly pattern: RegExp;
}

const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });
addStringFormats(ajv);
ajv.addFormat('emoji', true);

const patternOf = (operation: Operation) =>
  new RegExp(
    `^${pathOf(operation)
      .replace(/\/$/, '')
      .replace(`{${restParameterOf(operation)}}`, '.*')
      .replaceAll(/\{\w+\}/g, '[^/]+')}/?$`,
  );

const parametersIn = ({ path }: Operation) => path.split('{').length;

type Node = Readonly<Record<string, unknown>> & {
  readonly properties?: Readonly<Record<string, { const?: unknown }>>;
};

// Fields that are not in the schema are errors, so that no column leaks.
// The parts of an intersection cannot be closed separately; it is closed as a whole.
const closed = (schema: unknown, isPart = false): unknown => {
  if (Array.isArray(schema)) return schema.map((inner) => closed(inner));
  if (typeof schema !== 'object' || schema === null || givesBack(schema as Node)) return schema;
  const inner: Node = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'allOf' ? (value as unknown[]).map((part) => closed(part, true)) : closed(value),
    ]),
  );
  if (isPart) return inner;
  if ('allOf' in inner) return { ...inner, unevaluatedProperties: false };
  return isClosable(inner) ? { ...inner, additionalProperties: false } : inner;
};

// Programs get errors about their request in the form of the standard.
const usesOAuthErrors = (route: Route | undefined, body: unknown): boolean =>
  route !== undefined &&
  route.operationId in oauthContract &&
  typeof (body as { error?: unknown } | undefined)?.error === 'string';

// Documents are returned unchanged.
const givesBack = (schema: Node) => schema.properties?.object?.const === 'document';

// Maps have arbitrary keys.
const isClosable = (schema: Node) =>
  schema.type === 'object' &&
  Object.keys(schema.properties ?? {}).length > 0 &&
  !('patternProperties' in schema) &&
  !('additionalProperties' in schema);

const compiled = new WeakMap<TSchema, ValidateFunction>();
const validatorOf = (schema: TSchema) => {
  const known = compiled.get(schema) ?? ajv.compile(closed(schema) as object);
  compiled.set(schema, known);
  return known;
};

/** Checks responses against our schemas, those of the reference and those of the site renderer. */
export const createResponseChecker = (domains: readonly Domain[]) => {
  // Of several matching patterns (`/app/{kind}/{id}`), the router takes the most literal one.
  const routes: Route[] = domains
    .flatMap(({ contract }) =>
      Object.entries(contract).map(([operationId, operation]) => ({
        operationId,
        operation,
        pattern: patternOf(operation),
      })),
    )
    .sort((a, b) => parametersIn(a.operation) - parametersIn(b.operation));
  const covered = new Map<string, Set<number>>();

  const check = (method: string, path: string, status: number, body: unknown): string[] => {
    const route = routes.find(({ operation, pattern }) => operation.method === method && pattern.test(path));
    const isScim = path.startsWith(SCIM_PREFIX);
    const failed = isScim ? ScimErrorBody : usesOAuthErrors(route, body) ? OAuthErrorBody : ErrorBody;
    if (!route || (!isJsonOperation(route.operation) && !isScim && status < 400))
      return status < 400 || validatorOf(failed)(body)
        ? []
        : [`${method} ${path} answers ${status} with something else than an error`];
    covered.set(route.operationId, (covered.get(route.operationId) ?? new Set()).add(status));
    // Resources with an ETag may respond with 304.
    if (isScim && status === 304)
      return body === undefined ? [] : [`${route.operationId} answers 304 with a body`];
    const own = status < 400 ? route.operation.responses[status as 200] : failed;
    if (!own) return [`${route.operationId} answers ${status}, which its contract does not have`];
    if ('not' in own) return body === undefined ? [] : [`${route.operationId} ${status} has a body`];
    const problems: string[] = [];
    for (const [whose, validate] of [
      ['our', validatorOf(own)],
      ['the reference', referenceResponse(route.operationId, status)],
      ["the renderer's", rendererResponse(route.operationId, status)],
    ] as const)
      if (validate && !validate(body))
        problems.push(
          `${route.operationId} ${status} breaks ${whose} schema: ${ajv.errorsText(validate.errors)}`,
        );
    return problems;
  };
  return { check, covered };
};

/** Checks responses. */
export type ResponseChecker = ReturnType<typeof createResponseChecker>;
