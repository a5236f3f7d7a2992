import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { addStringFormats } from '../kernel/contract/string-formats.ts';

// The answers that a stranger to the schema would give: the same library, nothing else in common with the server.
const ajv = new Ajv2020({ strict: false, code: { optimize: false } });
addStringFormats(ajv);
ajv.addFormat('emoji', /^(📘|👩‍🚀|🇫🇷|1️⃣|❤️|[0-9a-f]{2,6}(-[0-9a-f]{2,6})*)$/u);

const compiled = new Map<object, ValidateFunction>();
/** Whether a value is valid by a schema. */
export const fits = (schema: object, value: unknown): boolean => {
  const known = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, known);
  return known(value) as boolean;
};

const isText = (text: string) => !text.includes('\u0000') && text.isWellFormed();
/** Whether a database can hold the texts of a value. */
export const isHoldable = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') return isText(value);
  if (typeof value !== 'object' || value === null) return true;
  return (
    depth < 201 && Object.entries(value).every(([key, inner]) => isText(key) && isHoldable(inner, depth + 1))
  );
};
/** Whether a value would change the prototype of an object that it is copied into. */
export const poisons = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.hasOwn(value, '__proto__') ||
    (Object.hasOwn(value, 'constructor') &&
      typeof (value as { constructor: unknown }).constructor === 'object' &&
      (value as { constructor: object | null }).constructor !== null &&
      Object.hasOwn((value as { constructor: object }).constructor, 'prototype')) ||
    Object.values(value).some(poisons));
