import { objectOf, textIn } from '../document/data.ts';
import { isHidden, listOf, nameOfRef, type OpenApiDocument, resolve } from './description.ts';

/** How deep an example goes before it stops at something empty. */
const deepest = 6;

/** How many values an example may have in all: schemas that repeat themselves grow fast. */
const mostValues = 300;

const formats: Readonly<Record<string, string>> = {
  'date-time': '2025-01-31T09:30:00Z',
  date: '2025-01-31',
  email: 'name@example.com',
  uri: 'https://example.com',
  url: 'https://example.com',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
};

/** A value that fits a schema: what the schema gives as an example, else something of its type. */
export function exampleOf(schema: unknown, document: OpenApiDocument): unknown {
  let left = mostValues;
  const inside: string[] = [];
  const make = (given: unknown, depth: number): unknown => {
    if (left < 0) return {};
    const name = nameOfRef(given);
    if (name === undefined) return plain(given, depth);
    if (inside.includes(name)) return {};
    inside.push(name);
    const value = plain(given, depth);
    inside.pop();
    return value;
  };
  const plain = (given: unknown, depth: number): unknown => {
    const one = resolve(given, document);
    if (one.example !== undefined) return one.example;
    if (Array.isArray(one.examples) && one.examples.length > 0) return one.examples[0];
    if (one.const !== undefined) return one.const;
    if (one.default !== undefined) return one.default;
    if (Array.isArray(one.enum) && one.enum.length > 0) return one.enum[0];
    if (depth > deepest || --left < 0) return {};
    const [choice] = listOf(one.oneOf ?? one.anyOf);
    if (choice !== undefined) return make(choice, depth + 1);
    if (Array.isArray(one.allOf))
      return Object.assign({}, ...one.allOf.map((part) => make(part, depth + 1)), fieldsOf(one, depth));
    return ofType(one, depth);
  };
  const fieldsOf = (one: Readonly<Record<string, unknown>>, depth: number): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(objectOf(one.properties))
        .filter(([, inner]) => !isHidden(objectOf(inner)))
        .slice(0, 60)
        .map(([name, inner]) => [name, make(inner, depth + 1)]),
    );
  const ofType = (one: Readonly<Record<string, unknown>>, depth: number): unknown => {
    const type = Array.isArray(one.type) ? one.type.find((name) => name !== 'null') : one.type;
    switch (type) {
      case 'string':
        return formats[textIn(one, 'format') ?? ''] ?? 'text';
      case 'integer':
      case 'number':
        return typeof one.minimum === 'number' ? one.minimum : 1;
      case 'boolean':
        return true;
      case 'array':
        return [make(one.items, depth + 1)];
      default:
        return fieldsOf(one, depth);
    }
  };
  return make(schema, 0);
}

/** How many characters the texts in an example may have in all: more than anybody reads. */
const mostCharacters = 20_000;

/** A value as far as it is shown: what is deeper, longer or more stands as an ellipsis. */
export function bounded(value: unknown): unknown {
  let [left, characters] = [1_000, mostCharacters];
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

/** The example of some content: one that is written out, else one that fits its schema. */
export function contentExample(
  content: Readonly<Record<string, unknown>>,
  document: OpenApiDocument,
): unknown {
  if (content.example !== undefined) return bounded(content.example);
  const [named] = Object.values(objectOf(content.examples));
  const value = resolve(named, document).value;
  if (value !== undefined) return bounded(value);
  return content.schema === undefined ? undefined : bounded(exampleOf(content.schema, document));
}

/** A value as it stands in a sample. */
export const printExample = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
