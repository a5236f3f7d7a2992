import { type Budget, EvaluationError } from './budget.ts';
import { isList, isRecord, keyOf, numberOf, primitiveOf, textOf, type Value } from './values.ts';

type Binary = (budget: Budget, left: Value, right: Value) => Value;

const payForComparing = (budget: Budget, left: Value, right: Value) => {
  if (typeof left === 'string' && typeof right === 'string') budget.read(Math.min(left.length, right.length));
};

const same = (budget: Budget, left: Value, right: Value): boolean => {
  payForComparing(budget, left, right);
  return left === right;
};

const isObject = (value: Value) => typeof value === 'object' && value !== null;

const alike = (budget: Budget, left: Value, right: Value): boolean => {
  if (isObject(left) === isObject(right) && isObject(left)) return left === right;
  const neither = (value: Value) => value === null || value === undefined;
  if (neither(left) || neither(right)) return neither(left) && neither(right);
  const [one, other] = [primitiveOf(budget, left), primitiveOf(budget, right)];
  if (typeof one === typeof other) return same(budget, one, other);
  return numberOf(budget, one) === numberOf(budget, other);
};

const add: Binary = (budget, left, right) => {
  const [one, other] = [primitiveOf(budget, left), primitiveOf(budget, right)];
  if (typeof one !== 'string' && typeof other !== 'string') return Number(one) + Number(other);
  const [start, end] = [textOf(budget, one), textOf(budget, other)];
  budget.text(start.length + end.length);
  return start + end;
};

const compare =
  (
    texts: (one: string, other: string) => boolean,
    numbers: (one: number, other: number) => boolean,
  ): Binary =>
  (budget, left, right) => {
    const [one, other] = [primitiveOf(budget, left), primitiveOf(budget, right)];
    payForComparing(budget, one, other);
    if (typeof one === 'string' && typeof other === 'string') return texts(one, other);
    return numbers(numberOf(budget, one), numberOf(budget, other));
  };

const calculate =
  (calculation: (one: number, other: number) => number): Binary =>
  (budget, left, right) => {
    const one = numberOf(budget, left);
    return calculation(one, numberOf(budget, right));
  };

const isIn: Binary = (budget, key, value) => {
  const name = keyOf(budget, key);
  if (!isList(value) && !isRecord(value))
    throw new EvaluationError('Only objects and arrays can be searched with "in".');
  return Object.hasOwn(value, name);
};

/** The binary operators. */
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
  ['!==', (budget, left, right) => !same(budget, left, right)],
  ['==', alike],
  ['!=', (budget, left, right) => !alike(budget, left, right)],
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

type Unary = (budget: Budget, value: Value) => Value;

/** The unary operators. */
export const unaryOperators: ReadonlyMap<string, Unary> = new Map<string, Unary>([
  ['!', (_meter, value) => !value],
  ['-', (budget, value) => -numberOf(budget, value)],
  ['+', (budget, value) => numberOf(budget, value)],
  ['~', (budget, value) => ~numberOf(budget, value)],
  ['typeof', (_meter, value) => typeof value],
]);
