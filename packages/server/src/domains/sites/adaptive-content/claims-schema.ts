import {
  compileExpression,
  conditionHolds,
  type ExpressionContext,
  isForbiddenName,
  isRecord,
} from '@lectern/document';
import { invalid } from '../../../kernel/errors/errors.ts';

/** The schema of a single visitor claim: a subset of JSON Schema. */
export type ClaimSchema =
  | { readonly type: 'boolean'; readonly description: string }
  | { readonly type: 'string'; readonly description: string; readonly enum?: readonly string[] }
  | { readonly type: 'number'; readonly description: string }
  | { readonly type: 'array'; readonly description: string; readonly items: ClaimSchema }
  | ({ readonly type: 'object'; readonly description: string } & ClaimsObject);

interface ClaimsObject {
  readonly properties: Readonly<Record<string, ClaimSchema>>;
  readonly additionalProperties: false;
}

/** The schema of all visitor claims of a site; claims below `unsigned` come unverified from the browser. */
export interface AdaptiveSchema extends ClaimsObject {
  readonly $schema?: 'http://json-schema.org/draft-07/schema#';
  readonly type: 'object';
}

/** The claims of a visitor. */
export type Claims = Readonly<Record<string, unknown>>;

/** The schema of a site without configured claims. */
export const EMPTY_SCHEMA: AdaptiveSchema = { type: 'object', properties: {}, additionalProperties: false };

/** Rejects a condition that does not parse, with the position of the error. */
export const requireCondition = (condition: string | null | undefined, path: string): void => {
  const compiled = condition?.trim() ? compileExpression(condition) : undefined;
  if (compiled?.ok === false)
    throw invalid({
      path,
      message: `is not a valid condition (character ${compiled.offset}): ${compiled.message}`,
    });
};

/** The required description of the `unsigned` claims. */
export const UNSIGNED_DESCRIPTION = 'Unsigned claims of the site visitor.';

/** A validation error in a claims schema. */
export interface SchemaProblem {
  readonly path: string;
  readonly message: string;
}

type Check = (value: unknown, path: string, depth: number) => SchemaProblem | undefined;

const MAX_DEPTH = 10;
const MAX_PROPERTIES = 500;
const MAX_TEXT_LENGTH = 1024;
const MAX_NAME_LENGTH = 128;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_TEXT_LENGTH;

const constant =
  (expected: unknown): Check =>
  (value, path) =>
    value === expected ? undefined : { path, message: `must be ${JSON.stringify(expected)}` };

const text: Check = (value, path) =>
  isText(value) ? undefined : { path, message: `must be a string of at most ${MAX_TEXT_LENGTH} characters` };

const values: Check = (value, path) =>
  Array.isArray(value) && value.length > 0 && value.length <= MAX_PROPERTIES && value.every(isText)
    ? undefined
    : { path, message: `must be a list of 1 to ${MAX_PROPERTIES} strings` };

// Validates an object with exactly these fields; names that end in "?" are optional.
const object =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value, path, depth) => {
    if (!isRecord(value)) return { path, message: 'must be an object' };
    const names = Object.keys(fields).map((name) => name.replace('?', ''));
    const foreign = Object.keys(value).find((name) => !names.includes(name));
    if (foreign !== undefined)
      return { path: `${path}.${foreign}`, message: 'is not supported in a claims schema' };
    for (const [key, check] of Object.entries(fields)) {
      const name = key.replace('?', '');
      if (!Object.hasOwn(value, name)) {
        if (key.endsWith('?')) continue;
        return { path: `${path}.${name}`, message: 'is required' };
      }
      const problem = check(value[name], `${path}.${name}`, depth);
      if (problem) return problem;
    }
    return undefined;
  };

const properties =
  (checkOf: (name: string) => Check): Check =>
  (value, path, depth) => {
    if (!isRecord(value)) return { path, message: 'must be an object' };
    if (depth > MAX_DEPTH) return { path, message: `is nested deeper than ${MAX_DEPTH} levels` };
    if (Object.keys(value).length > MAX_PROPERTIES)
      return { path, message: `must have at most ${MAX_PROPERTIES} properties` };
    for (const [name, inner] of Object.entries(value)) {
      const at = `${path}.${name}`;
      if (name === '' || name.length > MAX_NAME_LENGTH || isForbiddenName(name))
        return { path: at, message: 'is not a property name that expressions can read' };
      const problem = checkOf(name)(inner, at, depth + 1);
      if (problem) return problem;
    }
    return undefined;
  };

const ofKind =
  (kinds: Readonly<Record<string, Check>>): Check =>
  (value, path, depth) => {
    if (!isRecord(value)) return { path, message: 'must be an object' };
    const kind = String(value.type);
    const check = Object.hasOwn(kinds, kind) ? kinds[kind]! : undefined;
    return check
      ? check(value, path, depth)
      : { path: `${path}.type`, message: `must be one of ${Object.keys(kinds).join(', ')}` };
  };

const closed = constant(false);
const PRIMITIVES: Readonly<Record<string, Check>> = {
  boolean: object({ type: text, description: text }),
  string: object({ type: text, description: text, 'enum?': values }),
  number: object({ type: text, description: text }),
};
const claim: Check = (value, path, depth) =>
  ofKind({
    ...PRIMITIVES,
    array: object({ type: text, description: text, items: ofKind(PRIMITIVES) }),
    object: object({
      type: text,
      description: text,
      properties: properties(() => claim),
      additionalProperties: closed,
    }),
  })(value, path, depth);
const unsigned = object({
  type: constant('object'),
  description: constant(UNSIGNED_DESCRIPTION),
  properties: properties(() => claim),
  additionalProperties: closed,
});
const root = object({
  '$schema?': constant('http://json-schema.org/draft-07/schema#'),
  type: constant('object'),
  properties: properties((name) => (name === 'unsigned' ? unsigned : claim)),
  additionalProperties: closed,
});

/** Returns the first validation error of a claims schema; undefined when it is valid. */
export const findSchemaProblem = (schema: unknown, path: string): SchemaProblem | undefined =>
  root(schema, path, 0);

const allowed = (schema: ClaimSchema, value: unknown): unknown => {
  switch (schema.type) {
    case 'object':
      return isRecord(value) ? allowedFields(schema, value) : undefined;
    case 'array':
      return Array.isArray(value)
        ? value.map((item) => allowed(schema.items, item)).filter((item) => item !== undefined)
        : undefined;
    case 'string':
      return typeof value === 'string' && (schema.enum?.includes(value) ?? true) ? value : undefined;
    default:
      // The remaining types have the names of JavaScript types.
      return typeof value === schema.type ? value : undefined;
  }
};

const allowedFields = ({ properties: known }: ClaimsObject, claims: Claims): Claims =>
  Object.fromEntries(
    Object.entries(known).flatMap(([name, schema]) => {
      const value = Object.hasOwn(claims, name) ? allowed(schema, claims[name]) : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** Keeps the claims that match the site's schema and drops all others. */
export const filterClaims = (schema: AdaptiveSchema, claims: Claims): Claims => allowedFields(schema, claims);

/** The context of condition expressions: signed claims, and unsigned ones below `unsigned`. */
export const visitorContext = (
  schema: AdaptiveSchema,
  {
    signed = {},
    unsigned: unsignedClaims = {},
  }: { signed?: Claims | undefined; unsigned?: Claims | undefined },
): ExpressionContext => ({
  visitor: { claims: { unsigned: {}, ...filterClaims(schema, { ...signed, unsigned: unsignedClaims }) } },
});

/** Whether all conditions hold for a visitor; a condition that fails to evaluate hides the content. */
export const isShown = (
  conditions: readonly (string | null | undefined)[],
  context: ExpressionContext,
): boolean => conditions.every((condition) => conditionHolds(condition ?? '', context));
