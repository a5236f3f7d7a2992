import { objectOf } from '../document/data.ts';
import { contentOf, listOf, type OpenApiDocument, type Operation } from './description.ts';
import { itemsOf } from './limits.ts';
import { fieldsOf, nameOfSchema, type OmittedFields, resolveSchema } from './resolve-schema.ts';

/** The maximum depth of nested schemas; a recursive schema is shown once. */
const MAX_DEPTH = 8;

/** The maximum number of fields of an operation, because schemas can repeat each other without end. */
const MAX_OPERATION_FIELDS = 400;

/** The maximum number of fields of a schema. */
export const MAX_SCHEMA_FIELDS = 250;

// Alternatives without their fields would say nothing, so their first level may have more fields.
const CHOICES_FACTOR = 2;

/** The maximum number of alternatives of a value. */
export const MAX_CHOICES = 20;

/** The maximum number of items of a tuple. */
export const MAX_TUPLE_ITEMS = 20;

/** The number of fields that each schema of an operation may show: the body and every response get an equal part. */
export function fieldsPerSchema({ body, responses }: Operation): number {
  const schemas = [body?.value, ...responses.map(([, response]) => contentOf(response)?.value)].filter(
    (content) => content?.schema !== undefined,
  );
  return Math.min(MAX_SCHEMA_FIELDS, Math.floor(MAX_OPERATION_FIELDS / Math.max(1, schemas.length)));
}

/** A schema as it was written, and the names of the schemas around it. */
interface Nested {
  readonly given: unknown;
  readonly inside: readonly string[];
}

/** One level below a schema. */
interface Members {
  readonly fields: readonly Nested[];
  readonly choices: readonly Nested[];
  /** The items of a list, which are shown in its place. */
  readonly items?: Nested;
}

/** The fields and alternatives one level below a schema; for a list, the schema of its items. */
function membersOf({ given, inside }: Nested, document: OpenApiDocument, omitted: OmittedFields): Members {
  const name = nameOfSchema(given);
  if (name !== undefined && inside.includes(name)) return { fields: [], choices: [] };
  const schema = resolveSchema(given, document);
  const below = [...inside, name ?? ''];
  const nest = (one: unknown): Nested => ({ given: one, inside: below });
  const extra = objectOf(schema.additionalProperties);
  const own = [
    ...fieldsOf(schema, document, omitted).map(([, value]) => value),
    ...(Object.keys(extra).length > 0 ? [extra] : []),
  ];
  const choices = listOf(schema.oneOf ?? schema.anyOf).slice(0, MAX_CHOICES);
  const isEmpty = own.length + choices.length === 0;
  const fields = isEmpty ? listOf(schema.prefixItems).slice(0, MAX_TUPLE_ITEMS) : own;
  const items = isEmpty && fields.length === 0 ? itemsOf(schema) : undefined;
  return {
    fields: fields.map(nest),
    choices: choices.map(nest),
    ...(items !== undefined && { items: nest(items) }),
  };
}

/** How much of a schema is shown. */
export interface Extent {
  /** The number of nested levels. */
  readonly depth: number;
  /** The schemas of the fields on these levels. */
  readonly fields: readonly unknown[];
}

/** The number of levels of a schema whose fields fit into a maximum. The first level is always shown. */
export function extentOf(
  given: unknown,
  document: OpenApiDocument,
  omitted: OmittedFields,
  max: number,
): Extent {
  const shown: unknown[] = [];
  let hasFields = false;
  let level: readonly Nested[] = [{ given, inside: [] }];
  for (let depth = 1; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const limit = hasFields ? max : max * CHOICES_FACTOR;
    const members: Nested[] = [];
    const items: Nested[] = [];
    for (const one of level) {
      const below = membersOf(one, document, omitted);
      members.push(...below.fields, ...below.choices);
      if (below.items) items.push(below.items);
      hasFields ||= below.fields.length > 0;
      if (shown.length > 0 && shown.length + members.length > limit)
        return { depth: depth - 1, fields: shown };
    }
    for (const one of members) shown.push(one.given);
    level = [...members, ...items];
  }
  return { depth: MAX_DEPTH, fields: shown };
}
