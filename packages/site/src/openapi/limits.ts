import { objectOf } from '../document/data.ts';
import type { Messages } from '../language/messages.ts';
import { listOf, type OpenApiDocument } from './description.ts';
import { resolveSchema } from './resolve-schema.ts';

type Json = Readonly<Record<string, unknown>>;

/** A constraint of a value: its label and values. */
export type Constraint = readonly [label: string, values: readonly unknown[], isMore?: boolean];

const MAX_VALUES = 40;
/** The maximum depth of nested arrays. */
const MAX_DEPTH = 3;

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** A minimum and maximum count as text. */
const countOf = (min: unknown, max: unknown): readonly string[] => {
  const [low, high] = [isNumber(min) && min > 0 ? min : undefined, isNumber(max) ? max : undefined];
  if (low !== undefined && high !== undefined) return [low === high ? `${low}` : `${low}–${high}`];
  return [...(low === undefined ? [] : [`≥ ${low}`]), ...(high === undefined ? [] : [`≤ ${high}`])];
};

/** A range as text. Exclusive limits are a flag in OpenAPI 3.0 and a number in 3.1. */
const rangeOf = ({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Json): readonly string[] => [
  ...(isNumber(minimum) ? [`${exclusiveMinimum === true ? '>' : '≥'} ${minimum}`] : []),
  ...(isNumber(exclusiveMinimum) ? [`> ${exclusiveMinimum}`] : []),
  ...(isNumber(maximum) ? [`${exclusiveMaximum === true ? '<' : '≤'} ${maximum}`] : []),
  ...(isNumber(exclusiveMaximum) ? [`< ${exclusiveMaximum}`] : []),
];

/** The schema of the items of an array. */
export const itemsOf = ({ items }: Json): unknown =>
  typeof items === 'object' && items !== null ? items : undefined;

/** The constraints of a schema and of the items of its arrays. */
export function constraintsOf(
  schema: Json,
  document: OpenApiDocument,
  messages: Messages,
  depth = 0,
): Constraint[] {
  const values = listOf(schema.enum);
  const own: readonly Constraint[] = [
    [messages.constantValue, schema.const === undefined ? [] : [schema.const]],
    [messages.defaultValue, schema.default === undefined ? [] : [schema.default]],
    [messages.allowedValues, values.slice(0, MAX_VALUES), values.length > MAX_VALUES],
    [messages.range, rangeOf(schema)],
    [messages.multipleOf, isNumber(schema.multipleOf) ? [schema.multipleOf] : []],
    [messages.length, countOf(schema.minLength, schema.maxLength)],
    [messages.pattern, typeof schema.pattern === 'string' ? [schema.pattern] : []],
    [messages.itemCount, countOf(schema.minItems, schema.maxItems)],
  ];
  const items = itemsOf(schema);
  const inside =
    items === undefined || depth >= MAX_DEPTH
      ? []
      : constraintsOf(objectOf(resolveSchema(items, document)), document, messages, depth + 1);
  return [
    ...own.filter(([, given]) => given.length > 0),
    ...inside.map(([label, ...rest]): Constraint => [`${messages.items} · ${label}`, ...rest]),
  ];
}
