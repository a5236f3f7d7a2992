import type { Content, OpenApiDocument } from './description.ts';
import { bounded } from './example.ts';
import { fieldsOf, resolveSchema } from './resolve-schema.ts';

/** A field of a form as it is sent: a text, or a file. */
export interface FormField {
  readonly name: string;
  readonly value: string;
  readonly isFile: boolean;
}

/** A form with everything filled in. */
export interface Form {
  readonly isMultipart: boolean;
  readonly fields: readonly FormField[];
}

const isFile = (given: unknown, document: OpenApiDocument): boolean => {
  const schema = resolveSchema(given, document);
  const one = schema.items === undefined ? schema : resolveSchema(schema.items, document);
  return one.format === 'binary' || (one.contentMediaType !== undefined && one.contentEncoding === undefined);
};

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(bounded(value)) ?? '');

/** The form that some content is, with the values of an example; undefined for other content. */
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
    // A list is the same field several times.
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((one) => ({
      name,
      value: files.has(name) ? 'file' : textOf(one),
      isFile: files.has(name),
    })),
  );
  return { isMultipart, fields };
}
