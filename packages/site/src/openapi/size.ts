import { objectOf, textIn } from '../document/data.ts';
import { contentOf, findOperation, listOf, type OpenApiDocument, resolve } from './description.ts';
import { MAX_EXAMPLE_VALUES } from './example.ts';
import { extentOf, fieldsPerSchema, MAX_SCHEMA_FIELDS } from './nesting.ts';
import type { OmittedFields } from './resolve-schema.ts';

// Characters of HTML, as measured on pages of real specifications.
const OPERATION_SIZE = 6_000;
const FIELD_SIZE = 250;
const ENUM_VALUE_SIZE = 40;
// A line with the markup of its colors.
const SAMPLE_LINE_SIZE = 150;
// The body of a request is in the samples of all languages.
const REQUEST_SAMPLES = 3;

/** Estimates the size of the HTML of parts of an OpenAPI document, in characters. */
export interface SizeEstimate {
  operation(path: string, method: string, group: 'paths' | 'webhooks'): number;
  schema(name: string): number;
}

/** The size of the text of a field. */
const textSize = (given: unknown, document: OpenApiDocument): number => {
  const schema = resolve(given, document);
  const description = textIn(objectOf(given), 'description') ?? textIn(schema, 'description');
  return (description?.length ?? 0) + listOf(schema.enum).slice(0, 40).length * ENUM_VALUE_SIZE;
};

/** Creates the estimate for a document, with the sizes of shared schemas computed once. */
export function createSizeEstimate(document: OpenApiDocument): SizeEstimate {
  const known = new Map<string, readonly [fields: number, size: number]>();
  const measure = (given: unknown, omitted: OmittedFields, max: number) => {
    const ref = textIn(objectOf(given), '$ref');
    const key = ref === undefined ? undefined : `${ref} ${omitted} ${max}`;
    const found = key === undefined ? undefined : known.get(key);
    if (found) return found;
    const { fields } = extentOf(given, document, omitted, max);
    const size = fields.reduce<number>((sum, one) => sum + FIELD_SIZE + textSize(one, document), 0);
    const measured = [fields.length, size] as const;
    if (key !== undefined) known.set(key, measured);
    return measured;
  };
  /** The size of a schema and of its examples. */
  const sizeOf = (given: unknown, omitted: OmittedFields, max: number, samples: number): number => {
    if (given === undefined) return 0;
    const [fields, size] = measure(given, omitted, max);
    return FIELD_SIZE + size + samples * Math.min(fields, MAX_EXAMPLE_VALUES) * SAMPLE_LINE_SIZE;
  };
  return {
    operation: (path, method, group) => {
      const found = findOperation(document, path, method, group);
      if (!found) return OPERATION_SIZE;
      const { value, parameters, body, responses } = found;
      const max = fieldsPerSchema(found);
      const fieldSize = (one: Readonly<Record<string, unknown>>): number =>
        textSize(one, document) +
        sizeOf(one.schema ?? contentOf(one)?.value.schema, undefined, MAX_SCHEMA_FIELDS, 0);
      return [
        OPERATION_SIZE + (textIn(value, 'description')?.length ?? 0),
        ...parameters.map(fieldSize),
        sizeOf(body?.value.schema, 'readOnly', max, REQUEST_SAMPLES),
        ...responses.map(([, one]) => FIELD_SIZE + sizeOf(contentOf(one)?.value.schema, 'writeOnly', max, 1)),
      ].reduce((sum, one) => sum + one, 0);
    },
    schema: (name) => sizeOf({ $ref: `#/components/schemas/${name}` }, undefined, MAX_SCHEMA_FIELDS, 0),
  };
}
