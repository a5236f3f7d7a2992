const WORD = /[\p{L}\p{N}]+(?:'\p{L}+)?/gu;
// What stands where personal data was: nothing that an issue is about.
const MASKED = /\[(?:email|phone|card|iban|secret)\]/g;

/** The words of a text, in lower case. */
export const wordsOf = (text: string): string[] =>
  text.replace(MASKED, ' ').replaceAll('\u2019', "'").toLowerCase().match(WORD) ?? [];

const ENDINGS = ['ing', 'edly', 'ed', 'ies', 'es', 's', 'ly'];

/** A word without the endings that do not change what it is about. */
export const stemOf = (word: string): string => {
  const bare = word.endsWith("'s") ? word.slice(0, -2) : word;
  const ending = ENDINGS.find((one) => bare.endsWith(one) && bare.length - one.length >= 3);
  return ending === undefined ? bare : bare.slice(0, -ending.length);
};

const COMMON = new Set(
  `a about after again all also am an and another any anybody anyone are as ask at be because been before being but by
  can can't cannot could did didn't do does doesn't doing don't for from get getting give go going got had has have
  haven't having hello help hey hi how i i'd i'll i'm i've if in into is isn't it it's its just know let like make may me
  might more much my need no not now of ok okay on one or our out over please question regards should so some such sure
  tell than thank thanks that that's the their them then there these they thing this those to too try trying up us use
  using very want was way we we're well were what what's when where where's which while who why will with won't work
  would yes yet you your`.split(/\s+/),
);

/** The words of a text that say what it is about. */
export const contentWordsOf = (text: string): string[] =>
  wordsOf(text).filter((word) => !COMMON.has(word) && (word.length > 1 || /\P{ASCII}/u.test(word)));

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a line. */
export const sentencesOf = (line: string): string[] =>
  [...sentences.segment(line)].map(({ segment }) => segment.trim()).filter((sentence) => sentence !== '');

/** The beginning of a text, cut between words where there are any, with an ellipsis if there is more. */
export const beginningOf = (text: string, most: number): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1).toWellFormed();
  const space = cut.lastIndexOf(' ');
  return `${(space > most / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:\uFFFD]+$/u, '')}…`;
};
