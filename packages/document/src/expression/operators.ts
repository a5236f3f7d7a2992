import { type Meter, Refusal } from './budget.ts';
import { isList, isRecord, keyOf, numberOf, primitiveOf, textOf, type Value } from './values.ts';

type Binary = (meter: Meter, left: Value, right: Value) => Value;

const payForComparing = (meter: Meter, left: Value, right: Value) => {
  if (typeof left === 'string' && typeof right === 'string') meter.read(Math.min(left.length, right.length));
};

const same = (meter: Meter, left: Value, right: Value): boolean => {
  payForComparing(meter, left, right);
  return left === right;
};

const isObject = (value: Value) => typeof value === 'object' && value !== null;

const alike = (meter: Meter, left: Value, right: Value): boolean => {
  if (isObject(left) === isObject(right) && isObject(left)) return left === right;
  const neither = (value: Value) => value === null || value === undefined;
  if (neither(left) || neither(right)) return neither(left) && neither(right);
  const [one, other] = [primitiveOf(meter, left), primitiveOf(meter, right)];
  if (typeof one === typeof other) return same(meter, one, other);
  return numberOf(meter, one) === numberOf(meter, other);
};

const add: Binary = (meter, left, right) => {
  const [one, other] = [primitiveOf(meter, left), primitiveOf(meter, right)];
  if (typeof one !== 'string' && typeof other !== 'string') return Number(one) + Number(other);
  const [start, end] = [textOf(meter, one), textOf(meter, other)];
  meter.text(start.length + end.length);
  return start + end;
};

const compare =
  (
    texts: (one: string, other: string) => boolean,
    numbers: (one: number, other: number) => boolean,
  ): Binary =>
  (meter, left, right) => {
    const [one, other] = [primitiveOf(meter, left), primitiveOf(meter, right)];
    payForComparing(meter, one, other);
    if (typeof one === 'string' && typeof other === 'string') return texts(one, other);
    return numbers(numberOf(meter, one), numberOf(meter, other));
  };

const calculate =
  (calculation: (one: number, other: number) => number): Binary =>
  (meter, left, right) => {
    const one = numberOf(meter, left);
    return calculation(one, numberOf(meter, right));
  };

const isIn: Binary = (meter, key, value) => {
  const name = keyOf(meter, key);
  if (!isList(value) && !isRecord(value))
    throw new Refusal('Only objects and arrays can be searched with "in".');
  return Object.hasOwn(value, name);
};

/** What the operators between two values do. */
export const binaryOperators: ReadonlyMap<string, Binary> = new Map<string, Binary>([
  ['+', add],
  ['-', calculate((one, other) => one - other)],
  ['*', calculate((one, other) => one * other)],
  ['/', calculate((one, other) => one / other)],
  ['%', calculate((one, other) => one % other)],
  ['**', calculate((one, other) => one ** other)],
  ['&', calculate((one, other) => one & other)],
  ['|', calculate((one, other) => one | other)],
  ['^', calculate((one, other) => one ^ other)],
  ['<<', calculate((one, other) => one << other)],
  ['>>', calculate((one, other) => one >> other)],
  ['>>>', calculate((one, other) => one >>> other)],
  ['===', same],
  ['!==', (meter, left, right) => !same(meter, left, right)],
  ['==', alike],
  ['!=', (meter, left, right) => !alike(meter, left, right)],
  [
    '<',
    compare(
      (one, other) => one < other,
      (one, other) => one < other,
    ),
  ],
  [
    '>',
    compare(
      (one, other) => one > other,
      (one, other) => one > other,
    ),
  ],
  [
    '<=',
    compare(
      (one, other) => one <= other,
      (one, other) => one <= other,
    ),
  ],
  [
    '>=',
    compare(
      (one, other) => one >= other,
      (one, other) => one >= other,
    ),
  ],
  ['in', isIn],
]);

type Unary = (meter: Meter, value: Value) => Value;

/** What the operators before a value do. */
export const unaryOperators: ReadonlyMap<string, Unary> = new Map<string, Unary>([
  ['!', (_meter, value) => !value],
  ['-', (meter, value) => -numberOf(meter, value)],
  ['+', (meter, value) => numberOf(meter, value)],
  ['~', (meter, value) => ~numberOf(meter, value)],
  ['typeof', (_meter, value) => typeof value],
]);
