import { type Budget, EvaluationError } from './budget.ts';

/** The value of a term: plain data, never a function or a host object. */
export type Value =
  | undefined
  | null
  | boolean
  | number
  | string
  | readonly Value[]
  | { readonly [key: string]: Value };

/** A record with named fields. */
export type RecordValue = { readonly [key: string]: Value };

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether a name is forbidden because it gives access beyond plain data. */
export const isForbiddenName = (name: string): boolean => FORBIDDEN.has(name);

/** Whether a value is a list. */
export const isList = (value: unknown): value is readonly Value[] => Array.isArray(value);

/** Whether a value is a record. */
export const isRecord = (value: Value): value is RecordValue =>
  typeof value === 'object' && value !== null && !isList(value);

const isPlainObject = (value: object) => {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

const PRIMITIVES = new Set(['undefined', 'boolean', 'number', 'string']);

/** Checks that a value of the context is plain data. */
export const admit = (value: unknown): Value => {
  const isData =
    value === null ||
    PRIMITIVES.has(typeof value) ||
    isList(value) ||
    (typeof value === 'object' && isPlainObject(value));
  if (!isData) throw new EvaluationError('The expression reads something that is not plain data.');
  return value as Value;
};

/** Converts a value to text like `String`. */
export const textOf = (budget: Budget, value: Value): string => {
  if (isList(value)) return join(budget, value, ',');
  return isRecord(value) ? '[object Object]' : String(value);
};

/** Joins the texts of elements with a separator. */
export const join = (budget: Budget, list: readonly Value[], separator: string): string =>
  budget.deeper(() => {
    const texts: string[] = [];
    let length = 0;
    for (const element of list) {
      const text = element === null || element === undefined ? '' : textOf(budget, admit(element));
      length += text.length + (texts.length > 0 ? separator.length : 0);
      budget.spend(1);
      if (length > budget.limits.maxStringLength) break;
      texts.push(text);
    }
    budget.text(length);
    return texts.join(separator);
  });

/** Converts a value to a primitive for operators. */
export const primitiveOf = (budget: Budget, value: Value) =>
  typeof value === 'object' && value !== null ? textOf(budget, value) : value;

/** Converts a value to a number like `Number`. */
export const numberOf = (budget: Budget, value: Value): number => {
  const primitive = primitiveOf(budget, value);
  if (typeof primitive === 'string') budget.read(primitive.length);
  return Number(primitive);
};

/** The property name of a key. */
export const keyOf = (budget: Budget, key: Value): string => {
  const name = textOf(budget, key);
  if (isForbiddenName(name)) throw new EvaluationError(`The name "${name}" is not allowed.`);
  return name;
};

/** The own property of a value, or undefined; inherited ones are not visible. */
export const propertyOf = (of: Value, name: string): Value => {
  if (of === undefined || of === null) throw new EvaluationError(`Cannot read "${shorten(name)}" of ${of}.`);
  const property = Object.getOwnPropertyDescriptor(of, name);
  if (!property) return undefined;
  if (!('value' in property))
    throw new EvaluationError('The expression reads something that is not plain data.');
  return admit(property.value);
};

/** The field names of a record, except forbidden ones. */
export const fieldsOf = (budget: Budget, record: Value): readonly string[] => {
  if (typeof record !== 'object' || record === null)
    throw new EvaluationError('Only objects and arrays have fields.');
  const names = Object.keys(record).filter((name) => !isForbiddenName(name));
  budget.list(names.length);
  return names;
};

/** The elements of a spread or destructured value. */
export const elementsOf = (budget: Budget, value: Value): readonly Value[] => {
  if (isList(value)) return value;
  if (typeof value !== 'string') throw new EvaluationError('Only arrays and strings can be spread.');
  budget.list(value.length);
  return [...value];
};

/** A record with these fields and no prototype. */
export const recordOf = (fields: Iterable<readonly [string, Value]>): RecordValue => {
  const record: Record<string, Value> = Object.create(null);
  for (const [name, value] of fields) record[name] = value;
  return record;
};

/** Copies a value, so that the caller can modify it without affecting the context. */
export const copyOut = (budget: Budget, value: Value): Value => {
  budget.spend(1);
  if (typeof value === 'string') budget.read(value.length);
  if (typeof value !== 'object' || value === null) return value;
  return budget.deeper(() => {
    if (isList(value)) return value.map((element) => copyOut(budget, admit(element)));
    const fields = fieldsOf(budget, value);
    return Object.fromEntries(fields.map((name) => [name, copyOut(budget, propertyOf(value, name))]));
  });
};

/** Truncates a name for a message. */
export const shorten = (name: string): string => (name.length > 40 ? `${name.slice(0, 40)}…` : name);
