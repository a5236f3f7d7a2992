import { type Budget, EvaluationError } from './budget.ts';
import { admit, isList, join, numberOf, textOf, type Value } from './values.ts';

type List = readonly Value[];
type ListMethod = (budget: Budget, list: List, given: List) => Value;

// Comparisons with long, nearly equal texts are charged by length.
const payForSearch = (budget: Budget, list: List, wanted: Value) => {
  const each = typeof wanted === 'string' ? 1 + wanted.length / 64 : 1;
  budget.spend(Math.ceil((list.length * each) / 4));
};

// JavaScript treats an absent second argument differently from undefined.
const search =
  (find: (list: List, wanted: Value, from: [] | [number]) => Value): ListMethod =>
  (budget, list, given) => {
    payForSearch(budget, list, given[0]);
    return find(list, given[0], given.length > 1 ? [numberOf(budget, given[1])] : []);
  };

const concat: ListMethod = (budget, list, given) => {
  budget.list(given.reduce<number>((length, more) => length + (isList(more) ? more.length : 1), list.length));
  return [list, ...given].flat() as List;
};

const slice: ListMethod = (budget, list, given) => {
  const [from, to] = given.map((value) => (value === undefined ? undefined : numberOf(budget, value)));
  const part = list.slice(from, to);
  budget.list(part.length);
  return part;
};

const flatten = (budget: Budget, list: List, levels: number): List =>
  budget.deeper(() => {
    const flat: Value[] = [];
    for (const element of list) {
      const more = isList(element) && levels >= 1 ? flatten(budget, element, levels - 1) : [element];
      budget.spend(1);
      budget.list(flat.length + more.length, more.length);
      for (const one of more) flat.push(one);
    }
    return flat;
  });

const copyOf = (budget: Budget, list: List): Value[] => {
  budget.list(list.length);
  return [...list];
};

const reversed: ListMethod = (budget, list) => copyOf(budget, list).reverse();

const sortedByText: ListMethod = (budget, list) => {
  const present = copyOf(budget, list).filter((element) => element !== undefined);
  const byText = present.map((element) => ({ element, text: textOf(budget, admit(element)) }));
  byText.sort((one, other) => {
    budget.spend(1);
    budget.read(Math.min(one.text.length, other.text.length));
    if (one.text === other.text) return 0;
    return one.text < other.text ? -1 : 1;
  });
  const missing = Array<undefined>(list.length - present.length).fill(undefined);
  return [...byText.map(({ element }) => element), ...missing];
};

/** The methods of lists without a callback. None modifies the list: `sort` and `reverse` return a new one. */
export const listMethods: ReadonlyMap<string, ListMethod> = new Map<string, ListMethod>([
  ['at', (budget, list, given) => list.at(numberOf(budget, given[0]))],
  ['concat', concat],
  [
    'flat',
    (budget, list, given) => flatten(budget, list, given[0] === undefined ? 1 : numberOf(budget, given[0])),
  ],
  ['includes', search((list, wanted, from) => list.includes(wanted, ...from))],
  ['indexOf', search((list, wanted, from) => list.indexOf(wanted, ...from))],
  [
    'join',
    (budget, list, given) => join(budget, list, given[0] === undefined ? ',' : textOf(budget, given[0])),
  ],
  ['lastIndexOf', search((list, wanted, from) => list.lastIndexOf(wanted, ...(from as [])))],
  ['reverse', reversed],
  ['slice', slice],
  ['sort', sortedByText],
  ['toReversed', reversed],
  ['toSorted', sortedByText],
  ['toString', (budget, list) => join(budget, list, ',')],
]);

/** A callable callback. */
export type Call = (...given: Value[]) => Value;
type CallbackMethod = (budget: Budget, list: List, call: Call, given: List) => Value;

const each =
  (visit: (list: List, call: (element: Value, index: number) => Value) => Value): CallbackMethod =>
  (_meter, list, call) =>
    visit(list, (element, index) => call(element, index, list));

const map: CallbackMethod = (budget, list, call) => {
  budget.list(list.length);
  return list.map((element, index) => call(element, index, list));
};

const sorted: CallbackMethod = (budget, list, call) =>
  copyOf(budget, list).sort((one, other) => numberOf(budget, call(one, other)));

const reduce =
  (fromEnd: boolean): CallbackMethod =>
  (_meter, list, call, given) => {
    const step = (total: Value, element: Value, index: number) => call(total, element, index, list);
    if (given.length === 0 && list.length === 0)
      throw new EvaluationError('Reducing an empty array requires an initial value.');
    if (given.length === 0) return fromEnd ? list.reduceRight(step) : list.reduce(step);
    return fromEnd ? list.reduceRight(step, given[0]) : list.reduce(step, given[0]);
  };

/** The methods of lists with a callback. */
export const callbackMethods: ReadonlyMap<string, CallbackMethod> = new Map<string, CallbackMethod>([
  ['every', each((list, call) => list.every(call))],
  ['filter', each((list, call) => list.filter(call))],
  ['find', each((list, call) => list.find(call))],
  ['findIndex', each((list, call) => list.findIndex(call))],
  ['findLast', each((list, call) => list.findLast(call))],
  ['findLastIndex', each((list, call) => list.findLastIndex(call))],
  ['flatMap', (budget, list, call, given) => flatten(budget, map(budget, list, call, given) as List, 1)],
  ['map', map],
  ['reduce', reduce(false)],
  ['reduceRight', reduce(true)],
  ['some', each((list, call) => list.some(call))],
  ['sort', sorted],
  ['toSorted', sorted],
]);
