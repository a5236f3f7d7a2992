import { type Meter, Refusal } from './budget.ts';

/** What a term evaluates to: plain data, never a function or an object of the host. */
export type Value =
  | undefined
  | null
  | boolean
  | number
  | string
  | readonly Value[]
  | { readonly [key: string]: Value };

/** A value with named fields. */
export type RecordValue = { readonly [key: string]: Value };

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether a name leads out of plain data, so that no expression may use it. */
export const isForbidden = (name: string): boolean => FORBIDDEN.has(name);

/** Whether a value is a list. */
export const isList = (value: unknown): value is readonly Value[] => Array.isArray(value);

/** Whether a value has named fields. */
export const isRecord = (value: Value): value is RecordValue =>
  typeof value === 'object' && value !== null && !isList(value);

const isPlainObject = (value: object) => {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

const PRIMITIVES = new Set(['undefined', 'boolean', 'number', 'string']);

/** Lets a value from the context in if it is plain data. */
export const admit = (value: unknown): Value => {
  const isData =
    value === null ||
    PRIMITIVES.has(typeof value) ||
    isList(value) ||
    (typeof value === 'object' && isPlainObject(value));
  if (!isData) throw new Refusal('The expression reads something that is not plain data.');
  return value as Value;
};

/** The text of a value as `String` gives it. */
export const textOf = (meter: Meter, value: Value): string => {
  if (isList(value)) return join(meter, value, ',');
  return isRecord(value) ? '[object Object]' : String(value);
};

/** The texts of the elements with a separator between them. */
export const join = (meter: Meter, list: readonly Value[], separator: string): string =>
  meter.deeper(() => {
    const texts: string[] = [];
    let length = 0;
    for (const element of list) {
      const text = element === null || element === undefined ? '' : textOf(meter, admit(element));
      length += text.length + (texts.length > 0 ? separator.length : 0);
      meter.spend(1);
      if (length > meter.limits.maxStringLength) break;
      texts.push(text);
    }
    meter.text(length);
    return texts.join(separator);
  });

/** A value without fields, as operators want it. */
export const primitiveOf = (meter: Meter, value: Value) =>
  typeof value === 'object' && value !== null ? textOf(meter, value) : value;

/** The number of a value as `Number` gives it. */
export const numberOf = (meter: Meter, value: Value): number => {
  const primitive = primitiveOf(meter, value);
  if (typeof primitive === 'string') meter.read(primitive.length);
  return Number(primitive);
};

/** The name of the property that a key stands for. */
export const keyOf = (meter: Meter, key: Value): string => {
  const name = textOf(meter, key);
  if (isForbidden(name)) throw new Refusal(`The name "${name}" is not allowed.`);
  return name;
};

/** The own property of a value, or undefined; what it would inherit is not there. */
export const propertyOf = (of: Value, name: string): Value => {
  if (of === undefined || of === null) throw new Refusal(`Cannot read "${shorten(name)}" of ${of}.`);
  const property = Object.getOwnPropertyDescriptor(of, name);
  if (!property) return undefined;
  if (!('value' in property)) throw new Refusal('The expression reads something that is not plain data.');
  return admit(property.value);
};

/** The names of the fields of a record, without those that are forbidden. */
export const fieldsOf = (meter: Meter, record: Value): readonly string[] => {
  if (typeof record !== 'object' || record === null)
    throw new Refusal('Only objects and arrays have fields.');
  const names = Object.keys(record).filter((name) => !isForbidden(name));
  meter.list(names.length);
  return names;
};

/** What spreading a value, or taking it apart, gives one by one. */
export const elementsOf = (meter: Meter, value: Value): readonly Value[] => {
  if (isList(value)) return value;
  if (typeof value !== 'string') throw new Refusal('Only arrays and strings can be spread.');
  meter.list(value.length);
  return [...value];
};

/** A record with these fields that inherits nothing. */
export const recordOf = (fields: Iterable<readonly [string, Value]>): RecordValue => {
  const record: Record<string, Value> = Object.create(null);
  for (const [name, value] of fields) record[name] = value;
  return record;
};

/** A copy of a value for the caller, who may keep and change it without touching the context. */
export const copyOut = (meter: Meter, value: Value): Value => {
  meter.spend(1);
  if (typeof value === 'string') meter.read(value.length);
  if (typeof value !== 'object' || value === null) return value;
  return meter.deeper(() => {
    if (isList(value)) return value.map((element) => copyOut(meter, admit(element)));
    const fields = fieldsOf(meter, value);
    return Object.fromEntries(fields.map((name) => [name, copyOut(meter, propertyOf(value, name))]));
  });
};

/** A name short enough for a message. */
export const shorten = (name: string): string => (name.length > 40 ? `${name.slice(0, 40)}…` : name);
