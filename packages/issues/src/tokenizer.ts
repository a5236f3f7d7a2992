import { COMMON_WORDS, languageOf } from './stop-words.ts';

const WORD = /[\p{L}\p{N}]+(?:'\p{L}+)?/gu;
// What stands where personal data was: nothing that an issue is about.
const MASKED = /\[(?:email|phone|card|iban|ssn|secret)\]/g;

const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}]/u;
const segments = new Intl.Segmenter('ja', { granularity: 'word' });

/** The words of a text, in lower case. */
export const wordsOf = (text: string): string[] =>
  (text.replace(MASKED, ' ').replaceAll('\u2019', "'").toLowerCase().match(WORD) ?? []).flatMap((word) =>
    WITHOUT_SPACES.test(word) ? [...segments.segment(word)].map(({ segment }) => segment) : [word],
  );

const ENDINGS = ['ing', 'edly', 'ed', 'ies', 'es', 's', 'ly'];

/** A word without the endings that do not change what it is about. */
export const stemOf = (word: string): string => {
  const bare = word.endsWith("'s") ? word.slice(0, -2) : word;
  const ending = ENDINGS.find((one) => bare.endsWith(one) && bare.length - one.length >= 3);
  return ending === undefined ? bare : bare.slice(0, -ending.length);
};

/** The words of a text that say what it is about. */
export const contentWordsOf = (text: string): string[] => {
  const words = wordsOf(text);
  const { isCommon } = languageOf(words);
  return words.filter((word) => !isCommon(word) && (word.length > 1 || /\P{ASCII}/u.test(word)));
};

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The alternatives of a pattern, in lines, as one. */
export const alternatives = (lines: string): string =>
  lines
    .trim()
    .split(/\s+\|\s+/)
    .join('|');

// Never the end of a sentence: who is named, or what is explained, comes next.
const ABBREVIATIONS = alternatives(String.raw`
  e\.g | i\.e | vs | approx | dr | mr | mrs | ms | prof | messrs | z\.\s?b | d\.\s?h | u\.\s?a | bzw | ca | hr | evtl |
  ggf | inkl | p\.\s?ej | sr | sra | dra | uds? | p\.\s?ex | mme | mlle | sig | dott | bijv | dhr | mevr | т\.\s?е`);
// Only before a number: "No." is also an answer.
const BEFORE_NUMBERS = alternatives(`
  v | ver | no | nr | nos | núm | num | art | abs | fig | vol | ch | pp? | ext | tel | rev | p[áa]g`);
const MONTHS = alternatives(`
  januar | februar | märz | april | mai | juni | juli | august | september | oktober | november | dezember`);
const UNENDING_DOT = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?:${ABBREVIATIONS})\.(?=\s)|(?:${BEFORE_NUMBERS})\.(?=\s{0,2}\d)|\d{1,2}\.(?=\s(?:${MONTHS})))`,
  'giu',
);
const INITIAL = /(?<![\p{L}\p{N}])\p{Lu}\.(?=\s(\p{Lu}[\p{L}'’.-]*))/gu;
// Code, .NET, and an address without the signs behind it.
const ONE_WORD = /`[^`\n]+`|(?<!\S)\.[A-Z]{2}|(?:[Hh]ttps?:\/\/|www\.)[!-~]*[\w/=&#%+~-]/g;

const asLetters = (text: string) => 'x'.repeat(text.length);

/** The same line, sign by sign, in which only what ends a sentence looks like an end. */
const withPlainEnds = (line: string): string =>
  line
    .replace(ONE_WORD, asLetters)
    .replace(UNENDING_DOT, asLetters)
    .replace(INITIAL, (initial, next: string) =>
      // "Plan B. Can I …" has an end, "J. Smith" none.
      COMMON_WORDS.has(next.toLowerCase()) ? initial : asLetters(initial),
    );

/** The sentences of a line: addresses, code, versions and abbreviations are not cut. */
export const sentencesOf = (line: string): string[] =>
  [...sentences.segment(withPlainEnds(line))]
    .map(({ index, segment }) => line.slice(index, index + segment.length).trim())
    .filter((sentence) => sentence !== '');

/** The beginning of a text, cut between words where there are any, with an ellipsis if there is more. */
export const beginningOf = (text: string, most: number): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1).toWellFormed();
  const space = cut.lastIndexOf(' ');
  return `${(space > most / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:\uFFFD]+$/u, '')}…`;
};
