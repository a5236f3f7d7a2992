import type { Rendering } from '../document/context.ts';
import { objectOf, textIn } from '../document/data.ts';
import { type Child, classes, h } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { listOf, type OpenApiDocument, short } from './description.ts';
import { bounded } from './example.ts';
import { factsOf, itemsOf } from './limits.ts';
import { fieldsOf, nameOfSchema, type OmittedFields, resolveSchema } from './resolve-schema.ts';

type Json = Readonly<Record<string, unknown>>;

/** How deep a schema is shown; a schema inside itself is shown once. */
const deepest = 8;

/** How many fields are shown in all, so that schemas that repeat each other do not fill a page without end. */
const mostFields = 600;

/** How many places of a list that mean different things are shown. */
const mostPlaces = 20;

/** What goes along while one schema is shown. */
interface Showing {
  readonly document: OpenApiDocument;
  readonly rendering: Rendering;
  readonly inside: readonly string[];
  /** Whether what is inside of values is open at first. */
  readonly isOpen: boolean;
  readonly leaving: OmittedFields;
  readonly budget: { left: number };
}

/** The type of a value in a few words. */
function typeOf(schema: Json, given: unknown, document: OpenApiDocument, depth = 0): string {
  const format = textIn(schema, 'format');
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type])
    .filter((type) => type !== undefined)
    .slice(0, 10)
    .map((type) => short(String(type)));
  const items = itemsOf(schema);
  const tuple = listOf(schema.prefixItems).slice(0, mostPlaces);
  if (tuple.length > 0 && depth < 3)
    return `[${tuple.map((one) => typeOf(resolveSchema(one, document), one, document, depth + 1) || 'any').join(', ')}]`;
  if (types.includes('array') && items !== undefined && depth < 3)
    return `${typeOf(resolveSchema(items, document), items, document, depth + 1)}[]`;
  const name = nameOfSchema(given);
  if (types.length === 0 || types[0] === 'object') return name ?? types.join(' | ') ?? 'any';
  const text = types.join(' | ') + (format ? ` (${short(format)})` : '');
  return schema.nullable === true ? `${text} | null` : text;
}

/** What is said about one value: its name, its type, what it means and may be. */
export function field(
  name: string,
  given: unknown,
  more: { readonly required?: boolean; readonly description?: unknown; readonly deprecated?: boolean },
  showing: Showing,
): Child {
  const { rendering, document } = showing;
  const { messages, room } = rendering;
  if (--room.fields < 0) return false;
  const schema = resolveSchema(given, document);
  const type = typeOf(schema, given, document);
  return h(
    'li',
    { class: 'field' },
    h(
      'div',
      { class: 'field-head' },
      h(
        'code',
        { class: classes('field-name', (more.deprecated || schema.deprecated === true) && 'gone') },
        short(name),
      ),
      type !== '' && h('span', { class: 'field-type' }, short(type)),
      more.required && h('span', { class: 'field-required' }, messages.required),
      schema.readOnly === true && h('span', { class: 'field-type' }, messages.readOnly),
      schema.writeOnly === true && h('span', { class: 'field-type' }, messages.writeOnly),
      schema.uniqueItems === true && h('span', { class: 'field-type' }, messages.uniqueItems),
      (more.deprecated || schema.deprecated === true) &&
        h('span', { class: 'pill fill-orange' }, messages.deprecated),
    ),
    h('div', { class: 'field-text flow' }, rendering.markdown(more.description ?? schema.description)),
    facts(schema, showing),
    meanings(schema),
    inner(schema, given, showing),
  );
}

/** What the values of a list mean, where that is said. */
function meanings(schema: Json): Child {
  const said = { ...objectOf(schema['x-enumDescriptions']), ...objectOf(schema['x-gitbook-enum']) };
  const told = Object.entries(said).slice(0, 40);
  return (
    told.length > 0 &&
    h(
      'ul',
      null,
      told.map(([value, meaning]) => {
        const text = typeof meaning === 'string' ? meaning : textIn(objectOf(meaning), 'description');
        return text && h('li', null, h('code', null, short(value, 80)), ` ${short(text)}`);
      }),
    )
  );
}

/** A value in a few characters; a text without any is seen by its quotes. */
const printed = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? value : (JSON.stringify(bounded(value)) ?? '');

const facts = (schema: Json, { document, rendering }: Showing): Child =>
  factsOf(schema, document, rendering.messages).map(([label, values, isMore]) =>
    h(
      'div',
      { class: 'field-fact' },
      `${label}: `,
      // A range reads from the left in every language.
      values.map((value) => [h('code', { dir: 'ltr' }, short(printed(value), 80)), ' ']),
      isMore && '…',
    ),
  );

/** What is inside a value: fields, choices, items. */
function inner(schema: Json, given: unknown, showing: Showing): Child {
  const name = nameOfSchema(given);
  if (showing.inside.length >= deepest || (name !== undefined && showing.inside.includes(name))) return false;
  const deeper = { ...showing, inside: [...showing.inside, name ?? ''] };
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
            .slice(0, 20)
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
  const places = listOf(schema.prefixItems).slice(0, mostPlaces);
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
  return items !== undefined && inner(resolveSchema(items, showing.document), items, deeper);
}

/** The fields of an object as a list; nothing where it has none. */
function fieldList(schema: Json, showing: Showing): Child {
  const fields = fieldsOf(schema, showing.document, showing.leaving);
  const extra = objectOf(schema.additionalProperties);
  if (fields.length === 0 && Object.keys(extra).length === 0) return undefined;
  if (showing.budget.left <= 0) return undefined;
  showing.budget.left -= fields.length + 1;
  return h(
    'ul',
    { class: 'fields' },
    fields.map(([name, value, required]) => field(name, value, { required }, showing)),
    Object.keys(extra).length > 0 && field(showing.rendering.messages.anyKey, extra, {}, showing),
  );
}

/** Begins to show a schema. */
export const showSchema = (
  document: OpenApiDocument,
  rendering: Rendering,
  isOpen = document['x-expandAllModelSections'] === true,
  leaving: OmittedFields = undefined,
): Showing => ({
  document,
  rendering,
  inside: [],
  isOpen,
  leaving,
  budget: { left: mostFields },
});

/** A whole schema: its fields where it has some, else what it is. */
export function schemaBody(given: unknown, showing: Showing): Child {
  const schema = resolveSchema(given, showing.document);
  const items = itemsOf(schema);
  const isList = items !== undefined;
  const inside = isList ? resolveSchema(items, showing.document) : schema;
  const name = nameOfSchema(given) ?? (isList ? nameOfSchema(items) : undefined);
  const deeper = { ...showing, inside: [...showing.inside, name ?? ''] };
  const fields = fieldList(inside, deeper);
  if (fields && listOf(inside.oneOf ?? inside.anyOf).length === 0)
    return [
      isList && [
        facts(schema, showing),
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
