import { objectOf } from '../document/data.ts';
import type { Messages } from '../language/messages.ts';
import { listOf, type OpenApiDocument } from './description.ts';
import { resolveSchema } from './resolve-schema.ts';

type Json = Readonly<Record<string, unknown>>;

/** Something that holds for a value, in words, with the values that it is about. */
export type Fact = readonly [label: string, values: readonly unknown[], isMore?: boolean];

const MOST_VALUES = 40;
/** How many lists inside each other are looked into. */
const DEEPEST = 3;

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** How many there may be of something. */
const countOf = (least: unknown, most: unknown): readonly string[] => {
  const [low, high] = [isNumber(least) && least > 0 ? least : undefined, isNumber(most) ? most : undefined];
  if (low !== undefined && high !== undefined) return [low === high ? `${low}` : `${low}–${high}`];
  return [...(low === undefined ? [] : [`≥ ${low}`]), ...(high === undefined ? [] : [`≤ ${high}`])];
};

/** Between which numbers a value is: 3.0 says beside a limit whether it is reached, 3.1 has limits of both kinds. */
const rangeOf = ({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Json): readonly string[] => [
  ...(isNumber(minimum) ? [`${exclusiveMinimum === true ? '>' : '≥'} ${minimum}`] : []),
  ...(isNumber(exclusiveMinimum) ? [`> ${exclusiveMinimum}`] : []),
  ...(isNumber(maximum) ? [`${exclusiveMaximum === true ? '<' : '≤'} ${maximum}`] : []),
  ...(isNumber(exclusiveMaximum) ? [`< ${exclusiveMaximum}`] : []),
];

/** The schema of what is in a list, where one is said. */
export const itemsOf = ({ items }: Json): unknown =>
  typeof items === 'object' && items !== null ? items : undefined;

/** What a schema says of the values that fit it, and of those in a list of them. */
export function factsOf(schema: Json, document: OpenApiDocument, messages: Messages, depth = 0): Fact[] {
  const values = listOf(schema.enum);
  const own: readonly Fact[] = [
    [messages.constantValue, schema.const === undefined ? [] : [schema.const]],
    [messages.defaultValue, schema.default === undefined ? [] : [schema.default]],
    [messages.allowedValues, values.slice(0, MOST_VALUES), values.length > MOST_VALUES],
    [messages.range, rangeOf(schema)],
    [messages.multipleOf, isNumber(schema.multipleOf) ? [schema.multipleOf] : []],
    [messages.length, countOf(schema.minLength, schema.maxLength)],
    [messages.pattern, typeof schema.pattern === 'string' ? [schema.pattern] : []],
    [messages.itemCount, countOf(schema.minItems, schema.maxItems)],
  ];
  const items = itemsOf(schema);
  const inside =
    items === undefined || depth >= DEEPEST
      ? []
      : factsOf(objectOf(resolveSchema(items, document)), document, messages, depth + 1);
  return [
    ...own.filter(([, given]) => given.length > 0),
    ...inside.map(([label, ...rest]): Fact => [`${messages.items} · ${label}`, ...rest]),
  ];
}
