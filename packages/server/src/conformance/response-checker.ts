import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import Type, { type TSchema } from 'typebox';
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

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  // Optimizing the code of schemas takes longer than it saves.
  code: { optimize: false },
  // A schema that many responses contain is compiled once.
  inlineRefs: false,
});
addStringFormats(ajv);
ajv.addFormat('emoji', true);

const patternOf = (operation: Operation) =>
  new RegExp(
    `^${pathOf(operation)
      .replace(/\/$/, '')
      .replace(`{${restParameterOf(operation)}}`, '.*')
      .replaceAll(/\{\w+\}/g, '[^/]+')}/?$`,
  );

const partsIn = (path: string) => path.replace(/\/$/, '').split('/').length;

const parametersIn = ({ path }: Operation) => path.split('{').length;

type Node = Readonly<Record<string, unknown>> & {
  readonly properties?: Readonly<Record<string, { const?: unknown }>>;
};

// Fields that are not in the schema are errors, so that no column leaks.
// The parts of an intersection cannot be closed separately; it is closed as a whole.
const closed = (schema: unknown, isPart = false): unknown => {
  if (Array.isArray(schema)) return schema.map((inner) => closed(inner));
  if (typeof schema !== 'object' || schema === null || givesBack(schema as Node)) return schema;
  if (!isPart && !('allOf' in schema) && isClosable(schema as Node)) return referenceTo(schema as Node);
  const inner = closedInside(schema);
  return !isPart && 'allOf' in inner ? { ...inner, unevaluatedProperties: false } : inner;
};

const closedInside = (schema: object): Node =>
  Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'allOf' ? (value as unknown[]).map((part) => closed(part, true)) : closed(value),
    ]),
  );

const names = new WeakMap<Node, string>();
let named = 0;
const referenceTo = (schema: Node) => {
  let name = names.get(schema);
  if (name === undefined) {
    name = `object-${++named}`;
    names.set(schema, name);
    ajv.addSchema({ ...closedInside(schema), additionalProperties: false }, name);
  }
  return { $ref: name };
};

// Programs get errors about their request in the form of the standard.
const usesOAuthErrors = (route: Route | undefined, body: unknown): boolean =>
  route !== undefined &&
  (route.operationId in oauthContract || route.operationId === 'exchangeVisitorCode') &&
  typeof (body as { error?: unknown } | undefined)?.error === 'string';

/** The error of a program's request in the form of its protocol. */
const JsonRpcError = Type.Object({
  jsonrpc: Type.Literal('2.0'),
  error: Type.Object({ code: Type.Integer(), message: Type.String(), data: Type.Optional(Type.Unknown()) }),
  id: Type.Union([Type.Null(), Type.String(), Type.Number()]),
});
const usesJsonRpc = (route: Route | undefined, body: unknown): boolean =>
  route?.operationId === 'callMcpServer' && typeof body === 'object' && body !== null && 'jsonrpc' in body;

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

const failureOf = (route: Route | undefined, body: unknown): TSchema => {
  if (usesJsonRpc(route, body)) return JsonRpcError;
  return usesOAuthErrors(route, body) ? OAuthErrorBody : ErrorBody;
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
  // Of hundreds of patterns, few can match a path with so many parts.
  const candidates = new Map<string, readonly Route[]>();
  const candidatesFor = (method: string, path: string): readonly Route[] => {
    const count = partsIn(path);
    const key = `${method} ${count}`;
    const known =
      candidates.get(key) ??
      routes.filter(
        ({ operation }) =>
          operation.method === method && (operation.hasRestParameter || partsIn(pathOf(operation)) === count),
      );
    candidates.set(key, known);
    return known;
  };

  const check = (method: string, path: string, status: number, body: unknown): string[] => {
    const route = candidatesFor(method, path).find(({ pattern }) => pattern.test(path));
    const isScim = path.startsWith(SCIM_PREFIX);
    const failed = isScim ? ScimErrorBody : failureOf(route, body);
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
