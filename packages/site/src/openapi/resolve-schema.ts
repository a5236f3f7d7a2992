import { objectOf, textIn } from '../document/data.ts';
import { follow, isHidden, listOf, type OpenApiDocument, resolve } from './description.ts';

type Json = Readonly<Record<string, unknown>>;

/** Which fields are left out: those that only the other side sends. */
export type OmittedFields = 'readOnly' | 'writeOnly' | undefined;

/** How deep schemas are put together. */
const deepest = 8;

/** How many schemas one may be put together from, counted with what these are put together from. */
const mostParts = 100;

// What a schema has from those that it is put together from, besides its fields.
const inherited = [
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

/** The schema that a reference means; with what stands beside it, it is put together of both. */
const withReference = (given: unknown, document: OpenApiDocument): Json => {
  const { $ref, ...beside } = objectOf(given);
  if ($ref === undefined) return beside;
  if (Object.keys(beside).length === 0) return resolve(given, document);
  return { ...beside, allOf: [{ $ref }, ...listOf(beside.allOf)] };
};

/** A schema with all that it has from its parts, without their fields. */
export function resolveSchema(
  given: unknown,
  document: OpenApiDocument,
  depth = 0,
  parts = { left: mostParts },
): Json {
  const schema = withReference(given, document);
  if (depth > deepest || !Array.isArray(schema.allOf)) return schema;
  const whole: Record<string, unknown> = { ...schema };
  for (const part of schema.allOf.slice(0, mostParts)) {
    if (--parts.left < 0) break;
    const more = resolveSchema(part, document, depth + 1, parts);
    for (const name of inherited) whole[name] ??= more[name];
  }
  return whole;
}

/** The name of the schema that a reference points at. */
export const nameOfRef = (value: unknown): string | undefined =>
  textIn(objectOf(value), '$ref')?.split('/').at(-1);

/** The name of a schema: of the one that a reference means, also where that is all that it is put together from. */
export function nameOfSchema(given: unknown): string | undefined {
  const { $ref, allOf } = objectOf(given);
  const [only, ...others] = $ref === undefined ? listOf(allOf) : [given];
  return others.length === 0 ? nameOfRef(only) : undefined;
}

type Field = readonly [name: string, schema: unknown, isRequired: boolean];

/** All that a schema and its parts say of fields. */
function declaredFields(
  given: unknown,
  document: OpenApiDocument,
  depth = 0,
  parts = { left: mostParts },
): readonly Field[] {
  if (depth > deepest || --parts.left < 0) return [];
  const schema = withReference(given, document);
  const required = new Set(listOf(schema.required));
  return [
    ...listOf(schema.allOf)
      .slice(0, mostParts)
      .flatMap((part) => (parts.left > 0 ? declaredFields(part, document, depth + 1, parts) : [])),
    ...Object.entries(objectOf(schema.properties)).map(
      ([name, value]) => [name, value, required.has(name)] as const,
    ),
  ];
}

const forbiddenIn = (said: readonly Field[], document: OpenApiDocument): ReadonlySet<string> =>
  new Set(said.flatMap(([name, value]) => (follow(value, document) === false ? [name] : [])));

/** The names of fields that a schema, or one of its parts, does not allow. */
export const forbiddenFields = (given: unknown, document: OpenApiDocument): ReadonlySet<string> =>
  forbiddenIn(declaredFields(given, document), document);

/** The fields of a schema, with those of all its parts. */
export function fieldsOf(
  given: unknown,
  document: OpenApiDocument,
  leaving: OmittedFields,
): readonly Field[] {
  const said = declaredFields(given, document);
  const never = forbiddenIn(said, document);
  return said.filter(([name, value]) => !never.has(name) && isShown(value, document, leaving));
}

/** Whether a field is for readers, for this side, and may be there at all. */
export const isShown = (value: unknown, document: OpenApiDocument, leaving: OmittedFields): boolean => {
  const given = objectOf(value);
  if (isHidden(given) || follow(value, document) === false) return false;
  return leaving === undefined || (given[leaving] ?? resolve(given, document)[leaving]) !== true;
};
