import { type Budget, EvaluationError } from './budget.ts';
import { numberOf, textOf, type Value } from './values.ts';

type TextMethod = (budget: Budget, text: string, given: readonly Value[]) => Value;

// An absent argument stays absent, so that JavaScript uses its default.
const optionalNumber = (budget: Budget, value: Value) =>
  value === undefined ? undefined : numberOf(budget, value);

// A search may compare the whole pattern at every position, but native comparison is fast.
const payForSearch = (budget: Budget, text: string, part: string) =>
  budget.read(text.length + (text.length * part.length) / 8);

const search =
  (find: (text: string, part: string, position: number | undefined) => Value): TextMethod =>
  (budget, text, given) => {
    const part = textOf(budget, given[0]);
    payForSearch(budget, text, part);
    return find(text, part, optionalNumber(budget, given[1]));
  };

const edge =
  (isThere: (text: string, part: string, position: number | undefined) => boolean): TextMethod =>
  (budget, text, given) => {
    const part = textOf(budget, given[0]);
    budget.read(part.length);
    return isThere(text, part, optionalNumber(budget, given[1]));
  };

const cut =
  (take: (text: string, from: number | undefined, to: number | undefined) => Value): TextMethod =>
  (budget, text, given) =>
    take(text, optionalNumber(budget, given[0]), optionalNumber(budget, given[1]));

// Some letters have three characters in the other case.
const whole =
  (change: (text: string) => string): TextMethod =>
  (budget, text) => {
    budget.text(text.length);
    return change(text);
  };

const pad =
  (fillUp: (text: string, length: number, filling: string | undefined) => string): TextMethod =>
  (budget, text, given) => {
    const length = numberOf(budget, given[0]);
    const filling = given[1] === undefined ? undefined : textOf(budget, given[1]);
    if (filling !== '') budget.text(Math.max(text.length, Number.isNaN(length) ? 0 : length));
    return fillUp(text, length, filling);
  };

const repeat: TextMethod = (budget, text, given) => {
  const times = Math.trunc(numberOf(budget, given[0])) || 0;
  if (times < 0 || times === Infinity) throw new EvaluationError('The repeat count is out of range.');
  budget.text(text.length * times);
  return text.repeat(times);
};

const split: TextMethod = (budget, text, given) => {
  const [by, most] = given;
  const limit = most === undefined ? 2 ** 32 - 1 : numberOf(budget, most) >>> 0;
  if (by === undefined) return limit === 0 ? [] : [text];
  const separator = textOf(budget, by);
  payForSearch(budget, text, separator);
  const parts = text.split(separator, Math.min(limit, budget.limits.maxArrayLength + 1));
  budget.list(parts.length);
  return parts;
};

const occurrencesOf = (text: string, part: string, most: number) => {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1 && count < most; count++) {
    // An empty text matches before every character and at the end.
    if (part === '' && at === text.length) return count + 1;
    at = text.indexOf(part, at + Math.max(1, part.length));
  }
  return count;
};

const replace =
  (most: number): TextMethod =>
  (budget, text, given) => {
    const [part, instead] = [textOf(budget, given[0]), textOf(budget, given[1])];
    if (/\$[$&`']/.test(instead)) throw new EvaluationError('Patterns in replacements are not supported.');
    payForSearch(budget, text, part);
    const count = occurrencesOf(text, part, most);
    budget.text(text.length + count * (instead.length - part.length));
    budget.spend(Math.ceil(count / 8));
    return most === 1 ? text.replace(part, () => instead) : text.replaceAll(part, () => instead);
  };

const concat: TextMethod = (budget, text, given) => {
  const texts = given.map((value) => textOf(budget, value));
  budget.text(texts.reduce((length, more) => length + more.length, text.length));
  return text.concat(...texts);
};

/** The methods of texts, none of which depends on a locale or takes a regular expression. */
export const textMethods: ReadonlyMap<string, TextMethod> = new Map<string, TextMethod>([
  ['at', cut((text, at) => text.at(at ?? 0))],
  ['charAt', cut((text, at) => text.charAt(at ?? 0))],
  ['charCodeAt', cut((text, at) => text.charCodeAt(at ?? 0))],
  ['codePointAt', cut((text, at) => text.codePointAt(at ?? 0))],
  ['concat', concat],
  ['endsWith', edge((text, part, end) => text.endsWith(part, end))],
  ['includes', search((text, part, from) => text.includes(part, from))],
  ['indexOf', search((text, part, from) => text.indexOf(part, from))],
  ['lastIndexOf', search((text, part, from) => text.lastIndexOf(part, from))],
  ['padEnd', pad((text, length, filling) => text.padEnd(length, filling))],
  ['padStart', pad((text, length, filling) => text.padStart(length, filling))],
  ['repeat', repeat],
  ['replace', replace(1)],
  ['replaceAll', replace(Infinity)],
  ['slice', cut((text, from, to) => text.slice(from, to))],
  ['split', split],
  ['startsWith', edge((text, part, from) => text.startsWith(part, from))],
  ['substring', cut((text, from, to) => text.substring(from ?? 0, to))],
  ['toLowerCase', whole((text) => text.toLowerCase())],
  ['toString', (_meter, text) => text],
  ['toUpperCase', whole((text) => text.toUpperCase())],
  ['trim', whole((text) => text.trim())],
  ['trimEnd', whole((text) => text.trimEnd())],
  ['trimStart', whole((text) => text.trimStart())],
]);
