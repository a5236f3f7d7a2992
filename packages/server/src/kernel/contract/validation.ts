import { Ajv, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { invalid } from '../errors/errors.ts';
import { queryParser } from './query-values.ts';
import { addStringFormats } from './string-formats.ts';
import { toErrorDetail } from './validation-errors.ts';

const EMOJI = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)$/v;
const CODE_POINTS = /^[0-9a-fA-F]{2,6}(?:-[0-9a-fA-F]{2,6})*$/;

// A character or its code points in hexadecimal, with or without variation selector; clients send all of these.
const isEmoji = (text: string): boolean => {
  if (!CODE_POINTS.test(text)) return EMOJI.test(text);
  const points = text.split('-').map((point) => Number.parseInt(point, 16));
  return points.every((point) => point <= 0x10ffff) && EMOJI.test(String.fromCodePoint(...points));
};

const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

// Stricter than RFC 3339: leap seconds and days that do not exist cannot be stored.
const isDateTime = (text: string): boolean => {
  const time = DATE_TIME.test(text) ? Date.parse(text) : Number.NaN;
  return (
    !Number.isNaN(time) &&
    // Also in UTC: clients cannot parse years of five digits.
    time < Date.UTC(10_000, 0) &&
    new Date(Date.parse(`${text.slice(0, 10)}T00:00:00Z`)).toISOString().startsWith(text.slice(0, 10))
  );
};

// Verbose, because errors of unions are explained by the value and the schema.
const ajv = new Ajv({ allErrors: false, useDefaults: true, strict: false, verbose: true });
addStringFormats(ajv);
ajv.addFormat('emoji', isEmoji);
ajv.addFormat('date-time', isDateTime);

// Compiling all schemas takes seconds, so each is compiled on first use.
const compiled = new WeakMap<TSchema, ValidateFunction>();
const compile = (schema: TSchema): ValidateFunction => {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate;
};

/** A part of a request. */
export type Part = 'params' | 'query' | 'body';

/** Validates a part of a request; throws a 400 that names the field. */
export type Validator = (value: unknown) => void;

/** The validator of a part of a request. Query parameters are converted to numbers and booleans first. */
export const validatorOf = (part: Part, schema: TSchema): Validator => {
  const parse = part === 'query' ? queryParser(schema) : undefined;
  return (value) => {
    parse?.(value as Record<string, unknown>);
    const validate = compile(schema);
    if (validate(value)) return;
    const { path, message } = toErrorDetail(validate.errors!);
    throw invalid({ path: path ? `${part}.${path}` : part, message });
  };
};

const MAX_DEPTH = 200;

/** Rejects values that databases and browsers cannot hold: null characters, lone surrogates, deep nesting. */
export const rejectInvalidText = (part: Part, value: unknown): void => {
  const reject = (path: readonly string[], message: string) => {
    throw invalid({ path: [part, ...path].join('.'), message });
  };
  const visit = (inner: unknown, path: readonly string[]): void => {
    if (typeof inner === 'string' && isInvalidText(inner))
      reject(path, 'contains null characters or lone surrogates');
    if (typeof inner !== 'object' || inner === null) return;
    if (path.length > MAX_DEPTH) reject(path.slice(0, 3), 'is nested too deeply');
    for (const [key, next] of Object.entries(inner)) {
      if (isInvalidText(key)) reject(path, 'has a key with null characters or lone surrogates');
      visit(next, [...path, key]);
    }
  };
  visit(value, []);
};

const isInvalidText = (text: string) => text.includes('\u0000') || !text.isWellFormed();

/** Removes unknown fields from a value that is stored and returned as a whole. */
export const withoutUnknownFields = <T>(schema: TSchema, value: T): T =>
  Value.Clean(schema, structuredClone(value)) as T;
