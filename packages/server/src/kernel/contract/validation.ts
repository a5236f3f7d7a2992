import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { invalid } from '../errors/errors.ts';
import { queryParser } from './query-values.ts';
import { toErrorDetail } from './validation-errors.ts';

const addFormatsTo = addFormats as unknown as (ajv: Ajv) => Ajv;

const EMOJI = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)$/v;
const CODE_POINTS = /^[0-9a-fA-F]{2,6}(?:-[0-9a-fA-F]{2,6})*$/;

// A character, or its code points in hexadecimal, with or without the variation selector: clients send all of them.
const isEmoji = (text: string): boolean => {
  if (!CODE_POINTS.test(text)) return EMOJI.test(text);
  const points = text.split('-').map((point) => Number.parseInt(point, 16));
  return points.every((point) => point <= 0x10ffff) && EMOJI.test(String.fromCodePoint(...points));
};

const MOMENT = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

// Stricter than RFC 3339: leap seconds and days that do not exist are no moments that can be stored.
const isMoment = (text: string): boolean => {
  const time = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  return (
    !Number.isNaN(time) &&
    // In universal time, too: a year of five digits is no date that others read.
    time < Date.UTC(10_000, 0) &&
    new Date(Date.parse(`${text.slice(0, 10)}T00:00:00Z`)).toISOString().startsWith(text.slice(0, 10))
  );
};

// Verbose: what is said about a union depends on the value and on what the union takes.
const ajv = new Ajv({ allErrors: false, useDefaults: true, strict: false, verbose: true });
addFormatsTo(ajv);
ajv.addFormat('emoji', isEmoji);
ajv.addFormat('date-time', isMoment);

// Compiling all schemas takes seconds, so each is compiled when it is first used, once per process.
const compiled = new WeakMap<TSchema, ValidateFunction>();
const compile = (schema: TSchema): ValidateFunction => {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate;
};

/** Where in a request a value comes from. */
export type Part = 'params' | 'query' | 'body';

/** Checks a part of a request, or throws a 400 that names the field. */
export type Validator = (value: unknown) => void;

/** The validator of a part of a request: text of the URL is turned into numbers and booleans, bodies are taken as they are. */
export const validatorOf = (part: Part, schema: TSchema): Validator => {
  const read = part === 'query' ? queryParser(schema) : undefined;
  return (value) => {
    read?.(value as Record<string, unknown>);
    const validate = compile(schema);
    if (validate(value)) return;
    const { path, message } = toErrorDetail(validate.errors!);
    throw invalid({ path: path ? `${part}.${path}` : part, message });
  };
};

const MAX_DEPTH = 200;

/** Refuses what no database or browser can hold: null characters, halves of surrogate pairs, endless nesting. */
export const rejectInvalidText = (part: Part, value: unknown): void => {
  const refuse = (path: readonly string[], message: string) => {
    throw invalid({ path: [part, ...path].join('.'), message });
  };
  const visit = (inner: unknown, path: readonly string[]): void => {
    if (typeof inner === 'string' && isInvalidText(inner))
      refuse(path, 'has characters that are not valid text');
    if (typeof inner !== 'object' || inner === null) return;
    if (path.length > MAX_DEPTH) refuse(path.slice(0, 3), 'is nested too deeply');
    for (const [key, next] of Object.entries(inner)) {
      if (isInvalidText(key)) refuse(path, 'has a name with characters that are not valid text');
      visit(next, [...path, key]);
    }
  };
  visit(value, []);
};

const isInvalidText = (text: string) => text.includes('\u0000') || !text.isWellFormed();

/** A value without the fields that its schema does not know, for what is stored and given back as a whole. */
export const withoutUnknownFields = <T>(schema: TSchema, value: T): T =>
  Value.Clean(schema, structuredClone(value)) as T;
