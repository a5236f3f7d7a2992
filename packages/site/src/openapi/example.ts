import { isRecord } from '@lectern/document';
import { objectOf, textIn } from '../document/data.ts';
import { type Content, contentOf, listOf, type OpenApiDocument, resolve } from './description.ts';
import { forbiddenFields, isShown, nameOfRef, type OmittedFields } from './resolve-schema.ts';

type Json = Readonly<Record<string, unknown>>;

/** The maximum depth of an example. */
const MAX_DEPTH = 6;

/** The maximum number of values in an example, because nested schemas grow fast. */
export const MAX_EXAMPLE_VALUES = 100;

/** The absolute maximum, for a schema whose first level has more. */
const MAX_FIRST_LEVEL_VALUES = 300;

const formats: Readonly<Record<string, string>> = {
  'date-time': '2025-01-31T09:30:00Z',
  date: '2025-01-31',
  email: 'name@example.com',
  uri: 'https://example.com',
  url: 'https://example.com',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
};

/** A value that a schema declares: its example, constant, default or first enum value. */
const declaredValue = ({
  example,
  examples,
  const: constant,
  default: preset,
  enum: values,
}: Json): unknown =>
  [example, listOf(examples)[0], constant, preset, listOf(values)[0]].find((value) => value !== undefined);

/** The state of generating one example. */
interface Generation {
  readonly document: OpenApiDocument;
  readonly omitted: OmittedFields;
  /** The names of the enclosing schemas, to detect recursion. */
  readonly enclosing: string[];
  readonly maxDepth: number;
  values: number;
  /** Whether something is missing because of the depth. */
  isTruncated: boolean;
}

/** An example value of a schema: the declared one, or else a value of its type, with as many levels as fit. */
export function exampleOf(
  schema: unknown,
  document: OpenApiDocument,
  omitted: OmittedFields = undefined,
): unknown {
  let fitting: unknown;
  for (let maxDepth = 1; maxDepth <= MAX_DEPTH; maxDepth++) {
    const state = { document, omitted, enclosing: [], maxDepth, values: 0, isTruncated: false };
    const value = generate(schema, 0, state);
    if (maxDepth > 1 && state.values > MAX_EXAMPLE_VALUES) break;
    fitting = value;
    if (!state.isTruncated) break;
  }
  return fitting;
}

function generate(given: unknown, depth: number, state: Generation): unknown {
  const name = nameOfRef(given);
  if (name === undefined) return generateOnce(given, depth, state);
  if (state.enclosing.includes(name)) return {};
  state.enclosing.push(name);
  const value = generateOnce(given, depth, state);
  state.enclosing.pop();
  return value;
}

function generateOnce(given: unknown, depth: number, state: Generation): unknown {
  const schema = resolve(given, state.document);
  const declared = declaredValue({ ...schema, ...objectOf(given) });
  if (++state.values > MAX_FIRST_LEVEL_VALUES) return {};
  if (declared !== undefined) return declared;
  const [choice] = listOf(schema.oneOf ?? schema.anyOf);
  if (choice !== undefined) return generate(choice, depth, state);
  return Array.isArray(schema.allOf)
    ? generateFromParts(schema, schema.allOf, depth, state)
    : generateByType(schema, depth, state);
}

function generateFromParts(
  schema: Json,
  given: readonly unknown[],
  depth: number,
  state: Generation,
): unknown {
  const parts = given.map((part) => generate(part, depth, state));
  const other = parts.find((part) => !isRecord(part));
  const merged = Object.assign({}, ...parts.filter(isRecord), generateFields(schema, depth, state));
  for (const name of forbiddenFields(schema, state.document)) delete merged[name];
  if (Object.keys(merged).length > 0) return merged;
  return other ?? generateByType(schema, depth, state);
}

function generateFields(schema: Json, depth: number, state: Generation): Record<string, unknown> {
  const fields = Object.entries(objectOf(schema.properties)).filter(([, field]) =>
    isShown(field, state.document, state.omitted),
  );
  if (depth >= state.maxDepth) {
    state.isTruncated ||= fields.length > 0;
    return {};
  }
  return Object.fromEntries(
    fields.slice(0, 60).map(([name, field]) => [name, generate(field, depth + 1, state)]),
  );
}

function generateByType(schema: Json, depth: number, state: Generation): unknown {
  const type = Array.isArray(schema.type) ? schema.type.find((name) => name !== 'null') : schema.type;
  const tuple = listOf(schema.prefixItems).slice(0, 60);
  const isList = tuple.length > 0 || schema.items !== undefined;
  switch (type ?? (isList ? 'array' : undefined)) {
    case 'string':
      return formats[textIn(schema, 'format') ?? ''] ?? 'text';
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 1;
    case 'boolean':
      return true;
    case 'array':
      if (tuple.length > 0) return tuple.map((item) => generate(item, depth, state));
      return schema.items === false ? [] : [generate(schema.items, depth, state)];
    default:
      return generateFields(schema, depth, state);
  }
}

/** The maximum number of characters of all strings in an example. */
const MAX_CHARACTERS = 20_000;

/** Limits the depth, size and text of a value; an ellipsis replaces the rest. */
export function truncateValue(value: unknown): unknown {
  let [left, characters] = [1_000, MAX_CHARACTERS];
  const cut = (one: unknown, depth: number): unknown => {
    if (typeof one === 'string') {
      const text = one.slice(0, characters);
      characters -= text.length;
      return text === one ? one : `${text}…`;
    }
    if (typeof one !== 'object' || one === null) return one;
    if (depth > 20 || left <= 0) return '…';
    const names = Object.keys(one).slice(0, left);
    left -= names.length;
    const inner = names.map(
      (name) => [name, cut((one as Record<string, unknown>)[name], depth + 1)] as const,
    );
    return Array.isArray(one) ? inner.map(([, each]) => each) : Object.fromEntries(inner);
  };
  return cut(value, 0);
}

/** The `example`, or the first of the `examples`, of a media type or a parameter. */
const explicitExample = (content: Json, document: OpenApiDocument): unknown => {
  const [named] = Object.values(objectOf(content.examples));
  return truncateValue(content.example === undefined ? resolve(named, document).value : content.example);
};

/** The example of a parameter, also from its schema. */
export const parameterExample = (parameter: Json, document: OpenApiDocument): unknown => {
  const given = parameter.schema ?? contentOf(parameter)?.value.schema;
  return (
    explicitExample(parameter, document) ??
    truncateValue(declaredValue({ ...resolve(given, document), ...objectOf(given) })) ??
    undefined
  );
};

/** The example of a media type: an explicit one, or else one of its schema. */
export function contentExample(
  { type, value: content }: Content,
  document: OpenApiDocument,
  omitted: OmittedFields,
): unknown {
  const explicit = explicitExample(content, document);
  if (explicit !== undefined) return explicit;
  if (content.schema === undefined) return undefined;
  const generated = truncateValue(exampleOf(content.schema, document, omitted));
  // Other media types do not define how an object is written.
  return typeof generated === 'object' && !/json|form|\*/i.test(type) ? undefined : generated;
}

/** Prints a value for a sample. */
export const printExample = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
