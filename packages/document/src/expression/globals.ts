import { type Budget, EvaluationError } from './budget.ts';
import { fieldsOf, isList, numberOf, propertyOf, textOf, type Value } from './values.ts';

type Global = (budget: Budget, given: readonly Value[]) => Value;

const number =
  (calculate: (value: number) => Value): Global =>
  (budget, given) =>
    calculate(numberOf(budget, given[0]));

const numbers =
  (start: number, choose: (one: number, other: number) => number): Global =>
  (budget, given) => {
    budget.list(given.length);
    return given.reduce<number>((best, value) => choose(best, numberOf(budget, value)), start);
  };

const parse =
  (read: (text: string, radix: number | undefined) => number): Global =>
  (budget, given) => {
    const text = textOf(budget, given[0]);
    budget.read(text.length);
    return read(text, given[1] === undefined ? undefined : numberOf(budget, given[1]));
  };

const parseInteger = parse((text, radix) => Number.parseInt(text, radix));
const parseDecimal = parse((text) => Number.parseFloat(text));

/** The JavaScript functions available to expressions by name; they shadow inputs of the same name. */
export const globals: ReadonlyMap<string, Global> = new Map<string, Global>([
  ['Array.isArray', (_meter, given) => isList(given[0])],
  ['Boolean', (_meter, given) => Boolean(given[0])],
  ['Math.abs', number(Math.abs)],
  ['Math.ceil', number(Math.ceil)],
  ['Math.floor', number(Math.floor)],
  ['Math.max', numbers(-Infinity, Math.max)],
  ['Math.min', numbers(Infinity, Math.min)],
  ['Math.round', number(Math.round)],
  ['Math.sign', number(Math.sign)],
  ['Math.sqrt', number(Math.sqrt)],
  ['Math.trunc', number(Math.trunc)],
  ['Number', (budget, given) => (given.length === 0 ? 0 : numberOf(budget, given[0]))],
  ['Number.isFinite', (_meter, given) => Number.isFinite(given[0])],
  ['Number.isInteger', (_meter, given) => Number.isInteger(given[0])],
  ['Number.isNaN', (_meter, given) => Number.isNaN(given[0])],
  ['Number.parseFloat', parseDecimal],
  ['Number.parseInt', parseInteger],
  [
    'Object.entries',
    (budget, given) => fieldsOf(budget, given[0]).map((name) => [name, propertyOf(given[0], name)]),
  ],
  ['Object.keys', (budget, given) => fieldsOf(budget, given[0])],
  ['Object.values', (budget, given) => fieldsOf(budget, given[0]).map((name) => propertyOf(given[0], name))],
  ['String', (budget, given) => (given.length === 0 ? '' : textOf(budget, given[0]))],
  ['isFinite', number(Number.isFinite)],
  ['isNaN', number(Number.isNaN)],
  ['parseFloat', parseDecimal],
  ['parseInt', parseInteger],
]);

/** The names of JavaScript values, which are not inputs. */
export const constants: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['Infinity', Infinity],
  ['Math.E', Math.E],
  ['Math.PI', Math.PI],
  ['NaN', NaN],
  ['undefined', undefined],
]);

/** The functions that can be passed as a callback by name. */
export const callbackGlobals: ReadonlySet<string> = new Set(['Boolean', 'Number', 'String']);

const names = [...globals.keys(), ...constants.keys()];

/** The first segments of all these names. */
export const globalNames: ReadonlySet<string> = new Set(names.map((name) => name.split('.', 1)[0]!));

type NumberMethod = (budget: Budget, value: number, given: readonly Value[]) => Value;

const within = (value: number, least: number, most: number) => {
  const whole = Math.trunc(value) || 0;
  if (whole < least || whole > most)
    throw new EvaluationError(`The argument must be a number from ${least} to ${most}.`);
  return whole;
};

// Long division, digit by digit.
const STEPS_PER_CONVERSION = 8;

const inRadix: NumberMethod = (budget, value, given) => {
  if (given[0] === undefined) return String(value);
  budget.spend(STEPS_PER_CONVERSION);
  return value.toString(within(numberOf(budget, given[0]), 2, 36));
};

const toFixed: NumberMethod = (budget, value, given) => {
  budget.spend(STEPS_PER_CONVERSION);
  return value.toFixed(within(numberOf(budget, given[0]), 0, 100));
};

/** The methods of numbers, none of which depends on a locale. */
export const numberMethods: ReadonlyMap<string, NumberMethod> = new Map<string, NumberMethod>([
  ['toFixed', toFixed],
  ['toString', inRadix],
]);
