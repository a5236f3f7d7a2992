import { objectOf, textIn } from '../document/data.ts';
import { isHidden, listOf, type OpenApiDocument, resolve, resolveReference } from './description.ts';

type Json = Readonly<Record<string, unknown>>;

/** The fields to omit: `readOnly` ones in requests, `writeOnly` ones in responses. */
export type OmittedFields = 'readOnly' | 'writeOnly' | undefined;

/** The maximum depth of `allOf`. */
const MAX_DEPTH = 8;

/** The maximum number of schemas in `allOf`, including nested ones. */
const MAX_PARTS = 100;

// The keywords that a schema inherits from the parts of its `allOf`, besides its fields.
const INHERITED = [
  'type',
  'format',
  'description',
  'enum',
  'const',
  'default',
  'items',
  'prefixItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'oneOf',
  'anyOf',
  'nullable',
  'deprecated',
  'readOnly',
  'writeOnly',
  'additionalProperties',
  'x-enumDescriptions',
  'x-gitbook-enum',
] as const;

/** Resolves the `$ref` of a schema; with keywords beside it, the result is an `allOf` of both. */
const withReference = (given: unknown, document: OpenApiDocument): Json => {
  const { $ref, ...siblings } = objectOf(given);
  if ($ref === undefined) return siblings;
  if (Object.keys(siblings).length === 0) return resolve(given, document);
  return { ...siblings, allOf: [{ $ref }, ...listOf(siblings.allOf)] };
};

/** Resolves a schema with the keywords of its `allOf` parts, without their fields. */
export function resolveSchema(
  given: unknown,
  document: OpenApiDocument,
  depth = 0,
  parts = { left: MAX_PARTS },
): Json {
  const schema = withReference(given, document);
  if (depth > MAX_DEPTH || !Array.isArray(schema.allOf)) return schema;
  const merged: Record<string, unknown> = { ...schema };
  for (const part of schema.allOf.slice(0, MAX_PARTS)) {
    if (--parts.left < 0) break;
    const inherited = resolveSchema(part, document, depth + 1, parts);
    for (const name of INHERITED) merged[name] ??= inherited[name];
  }
  return merged;
}

/** The name of the schema of a `$ref`. */
export const nameOfRef = (value: unknown): string | undefined =>
  textIn(objectOf(value), '$ref')?.split('/').at(-1);

/** The name of a schema: that of its `$ref`, or of the only part of its `allOf`. */
export function nameOfSchema(given: unknown): string | undefined {
  const { $ref, allOf } = objectOf(given);
  const [only, ...others] = $ref === undefined ? listOf(allOf) : [given];
  return others.length === 0 ? nameOfRef(only) : undefined;
}

type Field = readonly [name: string, schema: unknown, isRequired: boolean];

/** The fields that a schema and its parts declare, with duplicates. */
function declaredFields(
  given: unknown,
  document: OpenApiDocument,
  depth = 0,
  parts = { left: MAX_PARTS },
): readonly Field[] {
  if (depth > MAX_DEPTH || --parts.left < 0) return [];
  const schema = withReference(given, document);
  const required = new Set(listOf(schema.required));
  return [
    ...listOf(schema.allOf)
      .slice(0, MAX_PARTS)
      .flatMap((part) => (parts.left > 0 ? declaredFields(part, document, depth + 1, parts) : [])),
    ...Object.entries(objectOf(schema.properties)).map(
      ([name, value]) => [name, value, required.has(name)] as const,
    ),
  ];
}

const forbiddenAmong = (fields: readonly Field[], document: OpenApiDocument): ReadonlySet<string> =>
  new Set(fields.flatMap(([name, value]) => (resolveReference(value, document) === false ? [name] : [])));

/** The names of fields that a schema or one of its parts forbids with `false`. */
export const forbiddenFields = (given: unknown, document: OpenApiDocument): ReadonlySet<string> =>
  forbiddenAmong(declaredFields(given, document), document);

/** The fields of a schema and of its parts. */
export function fieldsOf(
  given: unknown,
  document: OpenApiDocument,
  omitted: OmittedFields,
): readonly Field[] {
  const fields = declaredFields(given, document);
  const forbidden = forbiddenAmong(fields, document);
  const shown = fields.filter(([name, value]) => !forbidden.has(name) && isShown(value, document, omitted));
  // A field of several parts, or of a schema that is a part of itself, is shown once: as declared last.
  const byName = new Map<string, Field>();
  for (const [name, value, isRequired] of shown)
    byName.set(name, [name, value, isRequired || byName.get(name)?.[2] === true]);
  return [...byName.values()];
}

/** Whether a field is neither hidden, nor forbidden, nor omitted on this side. */
export const isShown = (value: unknown, document: OpenApiDocument, omitted: OmittedFields): boolean => {
  const given = objectOf(value);
  if (isHidden(given) || resolveReference(value, document) === false) return false;
  return omitted === undefined || (given[omitted] ?? resolve(given, document)[omitted]) !== true;
};
