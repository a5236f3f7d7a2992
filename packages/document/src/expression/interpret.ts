import { type Budget, EvaluationError } from './budget.ts';
import { globals, numberMethods } from './globals.ts';
import { callbackMethods, listMethods } from './list-methods.ts';
import { binaryOperators, unaryOperators } from './operators.ts';
import type { Callback, Item, Pattern, Term } from './terms.ts';
import { textMethods } from './text-methods.ts';
import {
  admit,
  elementsOf,
  fieldsOf,
  isList,
  isRecord,
  keyOf,
  propertyOf,
  recordOf,
  shorten,
  textOf,
  type Value,
} from './values.ts';

/** The inputs of an expression: plain data by name. */
export type ExpressionContext = Readonly<Record<string, unknown>>;

/** The parameters in scope of a term, the nearest first. */
export interface Scope {
  readonly name: string;
  readonly value: Value;
  readonly outer: Scope | undefined;
}

/** The state of one evaluation. */
export interface Run {
  readonly context: ExpressionContext;
  readonly budget: Budget;
}

type Meaning<Kind extends Term['kind']> = (
  term: Extract<Term, { kind: Kind }>,
  scope: Scope | undefined,
  run: Run,
) => Value;

// The result of a short-circuited `?.`, converted to undefined at the end of its chain.
const CUT_SHORT: Value = Object.freeze({});

// The value of a parameter before its initialization.
const TOO_EARLY: Value = Object.freeze({});

const isNothing = (value: Value): value is null | undefined => value === null || value === undefined;

const valuesOf = (items: readonly Item[], scope: Scope | undefined, run: Run): readonly Value[] => {
  const values: Value[] = [];
  for (const { spread, term } of items) {
    const value = valueOfTerm(term, scope, run);
    const more = spread ? elementsOf(run.budget, value) : [value];
    run.budget.list(values.length + more.length, more.length);
    for (const one of more) values.push(admit(one));
  }
  return values;
};

const bind = (pattern: Pattern, value: Value, scope: Scope | undefined, run: Run): Scope | undefined => {
  run.budget.spend(1);
  switch (pattern.kind) {
    case 'name':
      return { name: pattern.name, value, outer: scope };
    case 'default':
      return bind(
        pattern.pattern,
        value === undefined ? valueOfTerm(pattern.value, scope, run) : value,
        scope,
        run,
      );
    case 'fields':
      if (isNothing(value)) throw new EvaluationError(`Cannot take fields from ${value}.`);
      return pattern.fields.reduce(
        (inner, field) => bind(field.pattern, propertyOf(value, field.key), inner, run),
        scope,
      );
    case 'elements': {
      const elements = elementsOf(run.budget, value);
      return pattern.elements.reduce(
        (inner, element, index) => bind(element, admit(elements[index]), inner, run),
        scope,
      );
    }
  }
};

const callable =
  ({ hidden, parameters, body }: Callback, scope: Scope | undefined, run: Run) =>
  (...given: Value[]): Value => {
    const outer = hidden.reduce<Scope | undefined>(
      (before, name) => ({ name, value: TOO_EARLY, outer: before }),
      scope,
    );
    const inner = parameters.reduce(
      (bound, parameter, index) => bind(parameter, admit(given[index]), bound, run),
      outer,
    );
    return valueOfTerm(body, inner, run);
  };

const kindOf = (value: Value) => {
  if (isNothing(value)) return String(value);
  if (isList(value)) return 'An array';
  return isRecord(value) ? 'An object' : `A ${typeof value}`;
};

type Methods<Of> = ReadonlyMap<string, (budget: Budget, of: Of, given: readonly Value[]) => Value>;

const methodOf = (of: Value, name: string) => {
  const among = <Of>(methods: Methods<Of>, self: Of) => {
    const method = methods.get(name);
    return method && ((budget: Budget, given: readonly Value[]) => method(budget, self, given));
  };
  if (isList(of)) return among(listMethods, of);
  if (typeof of === 'string') return among(textMethods, of);
  return typeof of === 'number' ? among(numberMethods, of) : undefined;
};

const call: Meaning<'method'> = (term, scope, run) => {
  const of = valueOfTerm(term.of, scope, run);
  if (of === CUT_SHORT || (term.optional && isNothing(of))) return CUT_SHORT;
  const missing = () => new EvaluationError(`${kindOf(of)} has no method "${shorten(term.name)}".`);
  const given = valuesOf(term.items, scope, run);
  if (term.callback) {
    const method = callbackMethods.get(term.name);
    if (!method || !isList(of)) throw missing();
    return admit(method(run.budget, of, callable(term.callback, scope, run), given));
  }
  const method = methodOf(of, term.name);
  if (!method) throw missing();
  return admit(method(run.budget, given));
};

const meanings: { [Kind in Term['kind']]: Meaning<Kind> } = {
  literal: (term) => term.value,
  input: ({ name }, _scope, { context }) => {
    if (!Object.hasOwn(context, name)) throw new EvaluationError(`${shorten(name)} is not defined.`);
    return propertyOf(context as { [key: string]: Value }, name);
  },
  local: ({ name }, scope) => {
    let near = scope;
    while (near && near.name !== name) near = near.outer;
    if (near && near.value !== TOO_EARLY) return near.value;
    throw new EvaluationError(`${shorten(name)} is used before its initialization.`);
  },
  template: ({ texts, terms }, scope, run) => {
    const parts = terms.map((term) => textOf(run.budget, valueOfTerm(term, scope, run)));
    run.budget.text([...texts, ...parts].reduce((length, part) => length + part.length, 0));
    return texts.map((text, index) => text + (parts[index] ?? '')).join('');
  },
  list: ({ items }, scope, run) => valuesOf(items, scope, run),
  record: ({ fields }, scope, run) => {
    const made = new Map<string, Value>();
    for (const { key, term } of fields) {
      if (key) {
        const name = keyOf(run.budget, valueOfTerm(key, scope, run));
        made.set(name, valueOfTerm(term, scope, run));
        continue;
      }
      const from = valueOfTerm(term, scope, run);
      if (isNothing(from)) continue;
      if (!isRecord(from)) throw new EvaluationError('Only objects can be spread into an object.');
      for (const name of fieldsOf(run.budget, from)) made.set(name, propertyOf(from, name));
    }
    run.budget.list(made.size);
    return recordOf(made);
  },
  property: (term, scope, run) => {
    const of = valueOfTerm(term.of, scope, run);
    if (of === CUT_SHORT || (term.optional && isNothing(of))) return CUT_SHORT;
    return propertyOf(of, keyOf(run.budget, valueOfTerm(term.key, scope, run)));
  },
  method: call,
  chain: ({ of }, scope, run) => {
    const value = valueOfTerm(of, scope, run);
    return value === CUT_SHORT ? undefined : value;
  },
  global: ({ name, items }, scope, run) => globals.get(name)!(run.budget, valuesOf(items, scope, run)),
  unary: ({ operator, of }, scope, run) => {
    // As in JavaScript, `typeof` of an undefined name is allowed.
    if (operator === 'typeof' && of.kind === 'input' && !Object.hasOwn(run.context, of.name))
      return 'undefined';
    return unaryOperators.get(operator)!(run.budget, valueOfTerm(of, scope, run));
  },
  binary: ({ operator, left, right }, scope, run) => {
    const one = valueOfTerm(left, scope, run);
    return binaryOperators.get(operator)!(run.budget, one, valueOfTerm(right, scope, run));
  },
  logical: ({ operator, left, right }, scope, run) => {
    const one = valueOfTerm(left, scope, run);
    const isDecided = operator === '??' ? !isNothing(one) : Boolean(one) === (operator === '||');
    return isDecided ? one : valueOfTerm(right, scope, run);
  },
  choice: ({ test, yes, no }, scope, run) =>
    valueOfTerm(valueOfTerm(test, scope, run) ? yes : no, scope, run),
};

/** Evaluates a term; throws where JavaScript would, and above the limits. */
export const valueOfTerm = (term: Term, scope: Scope | undefined, run: Run): Value => {
  run.budget.spend(1);
  const meaning = meanings[term.kind] as (term: Term, scope: Scope | undefined, run: Run) => Value;
  return run.budget.deeper(() => meaning(term, scope, run));
};
