import type { Rendering } from '../document/context.ts';
import { objectOf, textIn } from '../document/data.ts';
import { type Child, classes, h } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { listOf, type OpenApiDocument, truncate } from './description.ts';
import { truncateValue } from './example.ts';
import { constraintsOf, itemsOf } from './limits.ts';
import { modelHref } from './model-links.ts';
import { extentOf, MAX_CHOICES, MAX_SCHEMA_FIELDS, MAX_TUPLE_ITEMS } from './nesting.ts';
import { fieldsOf, nameOfSchema, type OmittedFields, resolveSchema } from './resolve-schema.ts';

type Json = Readonly<Record<string, unknown>>;

/** The context of rendering a schema. */
interface SchemaContext {
  readonly document: OpenApiDocument;
  readonly rendering: Rendering;
  readonly inside: readonly string[];
  /** Whether nested fields are initially expanded. */
  readonly isOpen: boolean;
  readonly omitted: OmittedFields;
  /** The maximum number of fields of a schema, and the number of nested levels with that many. */
  readonly maxFields: number;
  readonly depth?: number;
}

/** The type of a value as text. */
function typeOf(schema: Json, given: unknown, document: OpenApiDocument, depth = 0): string {
  const format = textIn(schema, 'format');
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type])
    .filter((type) => type !== undefined)
    .slice(0, 10)
    .map((type) => truncate(String(type)));
  const items = itemsOf(schema);
  const tuple = listOf(schema.prefixItems).slice(0, MAX_TUPLE_ITEMS);
  if (tuple.length > 0 && depth < 3)
    return `[${tuple.map((one) => typeOf(resolveSchema(one, document), one, document, depth + 1) || 'any').join(', ')}]`;
  if (types.includes('array') && items !== undefined && depth < 3)
    return `${typeOf(resolveSchema(items, document), items, document, depth + 1)}[]`;
  const name = nameOfSchema(given);
  if (types.length === 0 || types[0] === 'object') return name ?? types.join(' | ') ?? 'any';
  const text = types.join(' | ') + (format ? ` (${truncate(format)})` : '');
  return schema.nullable === true ? `${text} | null` : text;
}

/** Renders a field with its name, type, description and constraints. */
export function field(
  name: string,
  given: unknown,
  more: { readonly required?: boolean; readonly description?: unknown; readonly deprecated?: boolean },
  showing: SchemaContext,
): Child {
  const { rendering, document } = showing;
  const { messages, budget } = rendering;
  if (--budget.fields < 0) return false;
  const schema = resolveSchema(given, document);
  const type = typeOf(schema, given, document);
  const description = rendering.markdown(more.description ?? schema.description);
  const inside = nested(schema, given, showing);
  const href = inside ? undefined : modelHref(modelNameOf(schema, given), document, rendering);
  return h(
    'li',
    { class: 'field' },
    h(
      'div',
      { class: 'field-head' },
      h(
        'code',
        { class: classes('field-name', (more.deprecated || schema.deprecated === true) && 'gone') },
        truncate(name),
      ),
      type !== '' &&
        (href
          ? h('a', { class: 'field-type', href }, truncate(type))
          : h('span', { class: 'field-type' }, truncate(type))),
      more.required && h('span', { class: 'field-required' }, messages.required),
      schema.readOnly === true && h('span', { class: 'field-type' }, messages.readOnly),
      schema.writeOnly === true && h('span', { class: 'field-type' }, messages.writeOnly),
      schema.uniqueItems === true && h('span', { class: 'field-type' }, messages.uniqueItems),
      (more.deprecated || schema.deprecated === true) &&
        h('span', { class: 'pill fill-orange' }, messages.deprecated),
    ),
    h('div', { class: 'field-text flow' }, description),
    constraints(schema, showing),
    enumDescriptions(schema),
    inside,
  );
}

/** The name of the schema of a value or of the items of a list. */
const modelNameOf = (schema: Json, given: unknown): string | undefined =>
  nameOfSchema(given) ?? nameOfSchema(itemsOf(schema));

/** The descriptions of enum values. */
function enumDescriptions(schema: Json): Child {
  const all = { ...objectOf(schema['x-enumDescriptions']), ...objectOf(schema['x-gitbook-enum']) };
  const descriptions = Object.entries(all).slice(0, 40);
  return (
    descriptions.length > 0 &&
    h(
      'ul',
      null,
      descriptions.map(([value, description]) => {
        const text =
          typeof description === 'string' ? description : textIn(objectOf(description), 'description');
        return text && h('li', null, h('code', null, truncate(value, 80)), ` ${truncate(text)}`);
      }),
    )
  );
}

/** Prints a value; an empty string is printed with quotes. */
const printValue = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? value : (JSON.stringify(truncateValue(value)) ?? '');

const constraints = (schema: Json, { document, rendering }: SchemaContext): Child =>
  constraintsOf(schema, document, rendering.messages).map(([label, values, isMore]) =>
    h(
      'div',
      { class: 'field-fact' },
      `${label}: `,
      // Ranges are written from left to right in every language.
      values.map((value) => [h('code', { dir: 'ltr' }, truncate(printValue(value), 80)), ' ']),
      isMore && '…',
    ),
  );

const depthOf = (given: unknown, { document, omitted, maxFields }: SchemaContext): number =>
  extentOf(given, document, omitted, maxFields).depth;

/** Renders the content of a value: fields, alternatives or items. */
function nested(schema: Json, given: unknown, showing: SchemaContext): Child {
  const name = nameOfSchema(given);
  const depth = showing.depth ?? depthOf(given, showing);
  if (showing.inside.length >= depth || (name !== undefined && showing.inside.includes(name))) return false;
  const deeper = { ...showing, depth, inside: [...showing.inside, name ?? ''] };
  const { messages } = showing.rendering;
  const fields = fieldList(schema, deeper);
  const fold = (label: string, content: Child): Child =>
    h(
      'details',
      { class: 'fields-more', open: showing.isOpen },
      h('summary', null, icon('chevron-right', 'turn'), label),
      content,
    );
  const choices = listOf(schema.oneOf ?? schema.anyOf);
  if (choices.length > 0)
    return [
      fields,
      fold(
        schema.oneOf ? messages.oneOf : messages.anyOf,
        h(
          'ul',
          { class: 'fields' },
          choices
            .slice(0, MAX_CHOICES)
            .map((choice, at) =>
              field(
                nameOfSchema(choice) ??
                  textIn(resolveSchema(choice, showing.document), 'title') ??
                  `${at + 1}`,
                choice,
                {},
                deeper,
              ),
            ),
        ),
      ),
    ];
  if (fields) return fold(messages.properties, fields);
  const places = listOf(schema.prefixItems).slice(0, MAX_TUPLE_ITEMS);
  if (places.length > 0)
    return fold(
      messages.items,
      h(
        'ul',
        { class: 'fields' },
        places.map((one, at) => field(`${at + 1}`, one, {}, deeper)),
      ),
    );
  const items = itemsOf(schema);
  return items !== undefined && nested(resolveSchema(items, showing.document), items, deeper);
}

/** Renders the fields of an object; undefined if it has none. */
function fieldList(schema: Json, showing: SchemaContext): Child {
  const fields = fieldsOf(schema, showing.document, showing.omitted);
  const extra = objectOf(schema.additionalProperties);
  if (fields.length === 0 && Object.keys(extra).length === 0) return undefined;
  return h(
    'ul',
    { class: 'fields' },
    fields.map(([name, value, required]) => field(name, value, { required }, showing)),
    Object.keys(extra).length > 0 && field(showing.rendering.messages.anyKey, extra, {}, showing),
  );
}

/** Creates the context for rendering a schema. */
export const createSchemaContext = (
  document: OpenApiDocument,
  rendering: Rendering,
  isOpen = document['x-expandAllModelSections'] === true,
  omitted: OmittedFields = undefined,
  maxFields = MAX_SCHEMA_FIELDS,
): SchemaContext => ({
  document,
  rendering,
  inside: [],
  isOpen,
  omitted,
  maxFields,
});

/** Renders a schema: its fields, or else its type. */
export function schemaBody(given: unknown, showing: SchemaContext): Child {
  const schema = resolveSchema(given, showing.document);
  const items = itemsOf(schema);
  const isList = items !== undefined;
  const inside = isList ? resolveSchema(items, showing.document) : schema;
  const name = nameOfSchema(given) ?? (isList ? nameOfSchema(items) : undefined);
  const depth = depthOf(isList ? items : given, showing);
  const fields = fieldList(inside, { ...showing, depth, inside: [...showing.inside, name ?? ''] });
  if (fields && listOf(inside.oneOf ?? inside.anyOf).length === 0)
    return [
      isList && [
        constraints(schema, showing),
        h('p', { class: 'field-type' }, `${showing.rendering.messages.items}:`),
      ],
      fields,
    ];
  return h(
    'ul',
    { class: 'fields' },
    field(name ?? typeOf(schema, given, showing.document), given, {}, showing),
  );
}
