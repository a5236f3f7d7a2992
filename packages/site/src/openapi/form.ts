import type { Content, OpenApiDocument } from './description.ts';
import { truncateValue } from './example.ts';
import { fieldsOf, resolveSchema } from './resolve-schema.ts';

/** A field of a form: text or a file. */
export interface FormField {
  readonly name: string;
  readonly value: string;
  readonly isFile: boolean;
}

/** A form with example values. */
export interface Form {
  readonly isMultipart: boolean;
  readonly fields: readonly FormField[];
}

const isFile = (given: unknown, document: OpenApiDocument): boolean => {
  const schema = resolveSchema(given, document);
  const one = schema.items === undefined ? schema : resolveSchema(schema.items, document);
  return one.format === 'binary' || (one.contentMediaType !== undefined && one.contentEncoding === undefined);
};

const printValue = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(truncateValue(value)) ?? '');

/** The form of a media type with the values of an example; undefined for other media types. */
export function formOf(
  { type, value: content }: Content,
  example: unknown,
  document: OpenApiDocument,
): Form | undefined {
  const isMultipart = /^multipart\//i.test(type);
  if (!isMultipart && !/^application\/x-www-form-urlencoded/i.test(type)) return undefined;
  if (typeof example !== 'object' || example === null || Array.isArray(example)) return undefined;
  const files = new Set(
    fieldsOf(content.schema, document, 'readOnly').flatMap(([name, schema]) =>
      isMultipart && isFile(schema, document) ? [name] : [],
    ),
  );
  const fields = Object.entries(example).flatMap(([name, value]) =>
    // An array repeats the field.
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((one) => ({
      name,
      value: files.has(name) ? 'file' : printValue(one),
      isFile: files.has(name),
    })),
  );
  return { isMultipart, fields };
}
