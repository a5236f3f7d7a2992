import fc, { type Arbitrary } from 'fast-check';

/** The part of JSON Schema that contracts use. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

const FORMATS: Readonly<Record<string, Arbitrary<string>>> = {
  email: fc
    .tuple(
      fc.stringMatching(/^[a-z][a-z0-9.+_-]{0,15}[a-z0-9]$/),
      fc.stringMatching(/^[a-z0-9]{2,10}\.(test|example)$/),
    )
    .map(([name, host]) => `${name.replaceAll(/\.+/g, '.')}@${host}`),
  uri: fc.webUrl({ withQueryParameters: true, withFragments: true }),
  'date-time': fc
    .date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  emoji: fc.constantFrom('📘', '👩‍🚀', '🇫🇷', '1️⃣', '❤️', '1f4d8', '1f468-200d-1f4bb'),
};

// Making a generator of texts costs more than the texts, and it has no state.
const made = new Map<string, Arbitrary<string>>();
const once = (key: string, make: () => Arbitrary<string>): Arbitrary<string> => {
  const texts = made.get(key) ?? make();
  made.set(key, texts);
  return texts;
};

// Any text without NUL, which databases cannot store.
const anyText = (minLength: number, maxLength: number) =>
  once(`${minLength} to ${maxLength}`, () =>
    fc.string({ unit: 'binary', minLength, maxLength }).map((text) => text.replaceAll('\u0000', '\u0001')),
  );
const textMatching = (pattern: string) =>
  once(`like ${pattern}`, () =>
    fc
      .stringMatching(new RegExp(pattern, 'u'), { size: 'small' })
      .map((text) => text.replaceAll('\u0000', '')),
  );

const stringOf = (schema: Schema, ids: readonly string[]): Arbitrary<string> => {
  const { minLength = 0, maxLength = 400, format, pattern } = schema;
  // A character has one or two units; counting characters takes long.
  const fits = (text: string) => {
    if (text.length >= 2 * minLength && text.length <= maxLength) return true;
    const { length } = [...text];
    return length >= minLength && length <= maxLength;
  };
  const texts = format
    ? (FORMATS[format] ?? fc.constant(''))
    : pattern
      ? textMatching(pattern)
      : anyText(minLength, Math.min(maxLength, minLength + 40));
  const longest = !format && !pattern ? [fc.constant('é'.repeat(maxLength))] : [];
  const named = !format && !pattern && ids.length > 0 ? [fc.constantFrom(...ids)] : [];
  const matches = (text: string) => fits(text) && (!pattern || new RegExp(pattern, 'u').test(text));
  return fc.oneof(texts, ...longest, ...named).filter(matches);
};

const objectOf = (schema: Schema, ids: readonly string[]): Arbitrary<Record<string, unknown>> => {
  const undescribed = Object.fromEntries((schema.required ?? []).map((name) => [name, {} as Schema]));
  const properties = Object.fromEntries(
    Object.entries({ ...undescribed, ...schema.properties }).map(([name, inner]) => [
      name,
      generate(inner, ids),
    ]),
  );
  const known = fc.record(properties, {
    requiredKeys: [...(schema.required ?? [])],
    noNullPrototype: true,
  }) as Arbitrary<Record<string, unknown>>;
  const [rest] = Object.values(schema.patternProperties ?? {});
  if (!rest) return known;
  const key = ids.length > 0 ? fc.constantFrom(...ids) : anyText(1, 10);
  return fc
    .tuple(known, fc.dictionary(key, generate(rest, ids), { maxKeys: 4, noNullPrototype: true }))
    .map(([named, others]) => ({ ...others, ...named }));
};

// A branch is complete, or extends the schema that contains it.
const branchOf = ({ anyOf: _, ...beside }: Schema, branch: Schema): Schema =>
  beside.properties
    ? {
        ...beside,
        properties: { ...beside.properties, ...branch.properties },
        required: [...(beside.required ?? []), ...(branch.required ?? [])],
      }
    : branch;

/** Generates values that a schema allows; short texts may be one of the ids. */
export const generate = (schema: Schema, ids: readonly string[] = []): Arbitrary<unknown> => {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((branch) => generate(branchOf(schema, branch), ids)));
  if (schema.allOf)
    return fc
      .tuple(...schema.allOf.map((inner) => generate(inner, ids)))
      .map((parts) => Object.assign({}, ...parts));
  switch (schema.type) {
    case 'string':
      return stringOf(schema, ids);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const items = generate(schema.items ?? {}, ids);
      const lengths = {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, Math.max(5, schema.minItems ?? 0)),
      };
      return schema.uniqueItems ? fc.uniqueArray(items, lengths) : fc.array(items, lengths);
    }
    case 'object':
      return objectOf(schema, ids);
    default:
      return fc
        .jsonValue({ maxDepth: 2 })
        .map((value) => JSON.parse(JSON.stringify(value).replaceAll('\\u0000', '')));
  }
};
