import type { TSchema } from 'typebox';

/** Parses the text of a parameter; returns the text itself if it does not have the expected form. */
type Parse = (text: unknown) => unknown;

// Plain decimal notation only: `0x10`, `1e1`, `+5` and ` 5` are not numbers.
const INTEGER = /^-?\d+$/;
const NUMBER = /^-?\d+(\.\d+)?$/;

const numberAs =
  (form: RegExp): Parse =>
  (text) =>
    typeof text === 'string' && form.test(text) ? Number(text) : text;

const parserOf = (schema: { type?: unknown; items?: object }): Parse | undefined => {
  switch (schema.type) {
    case 'integer':
      return numberAs(INTEGER);
    case 'number':
      return numberAs(NUMBER);
    case 'boolean':
      return (text) => (text === 'true' ? true : text === 'false' ? false : text);
    case 'array': {
      const parse = parserOf(schema.items ?? {}) ?? ((text) => text);
      // A single value is a list of one.
      return (text) => [text].flat().map(parse);
    }
    default:
      return undefined;
  }
};

/** Converts query parameters in place to the numbers, booleans and lists that the schema expects. Values of another form stay for validation. */
export const queryParser = (schema: TSchema): ((query: Record<string, unknown>) => void) => {
  const { properties = {} } = schema as { properties?: Record<string, object> };
  const parsers = Object.entries(properties).flatMap(([name, property]) => {
    const parse = parserOf(property);
    return parse ? [[name, parse] as const] : [];
  });
  return (query) => {
    for (const [name, parse] of parsers) if (query[name] !== undefined) query[name] = parse(query[name]);
  };
};
