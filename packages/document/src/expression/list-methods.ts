import { type Meter, Refusal } from './budget.ts';
import { admit, isList, join, numberOf, textOf, type Value } from './values.ts';

type List = readonly Value[];
type ListMethod = (meter: Meter, list: List, given: List) => Value;

// A list has few elements, but each may be a long text that equals nearly what is looked for.
const payForSearch = (meter: Meter, list: List, wanted: Value) => {
  const each = typeof wanted === 'string' ? 1 + wanted.length / 64 : 1;
  meter.spend(Math.ceil((list.length * each) / 4));
};

// An absent second argument and one that is undefined differ for the host.
const search =
  (find: (list: List, wanted: Value, from: [] | [number]) => Value): ListMethod =>
  (meter, list, given) => {
    payForSearch(meter, list, given[0]);
    return find(list, given[0], given.length > 1 ? [numberOf(meter, given[1])] : []);
  };

const concat: ListMethod = (meter, list, given) => {
  meter.list(given.reduce<number>((length, more) => length + (isList(more) ? more.length : 1), list.length));
  return [list, ...given].flat() as List;
};

const slice: ListMethod = (meter, list, given) => {
  const [from, to] = given.map((value) => (value === undefined ? undefined : numberOf(meter, value)));
  const part = list.slice(from, to);
  meter.list(part.length);
  return part;
};

const flatten = (meter: Meter, list: List, levels: number): List =>
  meter.deeper(() => {
    const flat: Value[] = [];
    for (const element of list) {
      const more = isList(element) && levels >= 1 ? flatten(meter, element, levels - 1) : [element];
      meter.spend(1);
      meter.list(flat.length + more.length, more.length);
      for (const one of more) flat.push(one);
    }
    return flat;
  });

const copyOf = (meter: Meter, list: List): Value[] => {
  meter.list(list.length);
  return [...list];
};

const reversed: ListMethod = (meter, list) => copyOf(meter, list).reverse();

const sortedByText: ListMethod = (meter, list) => {
  const present = copyOf(meter, list).filter((element) => element !== undefined);
  const byText = present.map((element) => ({ element, text: textOf(meter, admit(element)) }));
  byText.sort((one, other) => {
    meter.spend(1);
    meter.read(Math.min(one.text.length, other.text.length));
    if (one.text === other.text) return 0;
    return one.text < other.text ? -1 : 1;
  });
  const missing = Array<undefined>(list.length - present.length).fill(undefined);
  return [...byText.map(({ element }) => element), ...missing];
};

/** What can be done with a list without a callback. Nothing changes the list: `sort` and `reverse` give a new one. */
export const listMethods: ReadonlyMap<string, ListMethod> = new Map<string, ListMethod>([
  ['at', (meter, list, given) => list.at(numberOf(meter, given[0]))],
  ['concat', concat],
  [
    'flat',
    (meter, list, given) => flatten(meter, list, given[0] === undefined ? 1 : numberOf(meter, given[0])),
  ],
  ['includes', search((list, wanted, from) => list.includes(wanted, ...from))],
  ['indexOf', search((list, wanted, from) => list.indexOf(wanted, ...from))],
  ['join', (meter, list, given) => join(meter, list, given[0] === undefined ? ',' : textOf(meter, given[0]))],
  ['lastIndexOf', search((list, wanted, from) => list.lastIndexOf(wanted, ...(from as [])))],
  ['reverse', reversed],
  ['slice', slice],
  ['sort', sortedByText],
  ['toReversed', reversed],
  ['toSorted', sortedByText],
  ['toString', (meter, list) => join(meter, list, ',')],
]);

/** A callback, ready to be called with values. */
export type Call = (...given: Value[]) => Value;
type CallbackMethod = (meter: Meter, list: List, call: Call, given: List) => Value;

const each =
  (visit: (list: List, call: (element: Value, index: number) => Value) => Value): CallbackMethod =>
  (_meter, list, call) =>
    visit(list, (element, index) => call(element, index, list));

const map: CallbackMethod = (meter, list, call) => {
  meter.list(list.length);
  return list.map((element, index) => call(element, index, list));
};

const sorted: CallbackMethod = (meter, list, call) =>
  copyOf(meter, list).sort((one, other) => numberOf(meter, call(one, other)));

const reduce =
  (fromEnd: boolean): CallbackMethod =>
  (_meter, list, call, given) => {
    const step = (total: Value, element: Value, index: number) => call(total, element, index, list);
    if (given.length === 0 && list.length === 0) throw new Refusal('An empty array needs an initial value.');
    if (given.length === 0) return fromEnd ? list.reduceRight(step) : list.reduce(step);
    return fromEnd ? list.reduceRight(step, given[0]) : list.reduce(step, given[0]);
  };

/** What can be done with a list and a callback. */
export const callbackMethods: ReadonlyMap<string, CallbackMethod> = new Map<string, CallbackMethod>([
  ['every', each((list, call) => list.every(call))],
  ['filter', each((list, call) => list.filter(call))],
  ['find', each((list, call) => list.find(call))],
  ['findIndex', each((list, call) => list.findIndex(call))],
  ['findLast', each((list, call) => list.findLast(call))],
  ['findLastIndex', each((list, call) => list.findLastIndex(call))],
  ['flatMap', (meter, list, call, given) => flatten(meter, map(meter, list, call, given) as List, 1)],
  ['map', map],
  ['reduce', reduce(false)],
  ['reduceRight', reduce(true)],
  ['some', each((list, call) => list.some(call))],
  ['sort', sorted],
  ['toSorted', sorted],
]);
