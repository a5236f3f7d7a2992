/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

const KINDS = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const;

/** A JSON type. */
export type Kind = (typeof KINDS)[number];

/** The JSON type of a value. */
export const kindOf = (value: unknown): Kind => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as Kind);
};

/** The literal values of a `const` or `enum` schema; otherwise none. */
export const literalsOf = (schema: unknown): readonly unknown[] => {
  const { const: constant, enum: values } = (schema ?? {}) as { const?: unknown; enum?: readonly unknown[] };
  return constant === undefined ? (values ?? []) : [constant];
};

/** The JSON types that a schema allows; all types if it names none. */
export const kindsOf = (schema: Schema): readonly Kind[] => {
  const literals = literalsOf(schema);
  if (literals.length > 0) return literals.map(kindOf);
  if (schema.type === undefined) return KINDS;
  return [schema.type].flat().map((type) => (type === 'integer' ? 'number' : (type as Kind)));
};

/** The properties of an object schema, including those of `allOf`. */
export const propertiesOf = (schema: Schema): Schema => {
  const parts = (schema.allOf as readonly Schema[] | undefined) ?? [];
  return Object.assign({}, schema.properties, ...parts.map(propertiesOf));
};

/** Descriptions of string formats. */
export const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'a date and time',
  email: 'an e-mail address',
  emoji: 'an emoji',
  uri: 'a URL',
};
const NAMES: Readonly<Record<Kind, string>> = {
  null: 'null',
  boolean: 'true or false',
  number: 'a number',
  string: 'text',
  array: 'a list',
  object: 'an object',
};

/** Describes the values that a schema allows. */
export const describeSchema = (schema: Schema): string[] => {
  const literals = literalsOf(schema);
  if (literals.length > 0) return literals.map(String);
  const format = FORMATS[schema.format as string];
  const required = schema.required as readonly string[] | undefined;
  if (schema.type === 'string' && format) return [format];
  if (schema.type === 'object' && required?.length) return [`an object with ${required.join(', ')}`];
  return kindsOf(schema).map((kind) => NAMES[kind]);
};
