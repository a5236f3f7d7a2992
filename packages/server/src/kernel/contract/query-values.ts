import type { TSchema } from 'typebox';

/** What the text of a parameter says, or the text itself if it says nothing of the kind that is asked for. */
type Reading = (text: unknown) => unknown;

// As people write numbers, and no other way that a language may know: `0x10`, `1e1`, `+5` and ` 5` are text.
const INTEGER = /^-?\d+$/;
const NUMBER = /^-?\d+(\.\d+)?$/;

const numberAs =
  (form: RegExp): Reading =>
  (text) =>
    typeof text === 'string' && form.test(text) ? Number(text) : text;

const readingOf = (schema: { type?: unknown; items?: object }): Reading | undefined => {
  switch (schema.type) {
    case 'integer':
      return numberAs(INTEGER);
    case 'number':
      return numberAs(NUMBER);
    case 'boolean':
      return (text) => (text === 'true' ? true : text === 'false' ? false : text);
    case 'array': {
      const read = readingOf(schema.items ?? {}) ?? ((text) => text);
      // A parameter that comes once is a list of one.
      return (text) => [text].flat().map(read);
    }
    default:
      return undefined;
  }
};

/** Puts numbers, booleans and lists in the place of their text, where a query's schema asks for them; the rest is left for validation to judge. */
export const queryParser = (schema: TSchema): ((query: Record<string, unknown>) => void) => {
  const { properties = {} } = schema as { properties?: Record<string, object> };
  const readings = Object.entries(properties).flatMap(([name, property]) => {
    const read = readingOf(property);
    return read ? [[name, read] as const] : [];
  });
  return (query) => {
    for (const [name, read] of readings) if (query[name] !== undefined) query[name] = read(query[name]);
  };
};
