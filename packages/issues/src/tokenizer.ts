import { MASK_NAMES } from './mask-rule.ts';
import { languageOf, STOP_WORDS } from './stop-words.ts';

const WORD = /[\p{L}\p{N}]+(?:'\p{L}+)?/gu;
// Masks are no content.
const MASKED = new RegExp(String.raw`\[(?:${MASK_NAMES})\]`, 'g');

const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}]/u;
const segments = new Intl.Segmenter('ja', { granularity: 'word' });

/** The words of a text, in lower case. */
export const wordsOf = (text: string): string[] =>
  (text.replace(MASKED, ' ').replaceAll('\u2019', "'").toLowerCase().match(WORD) ?? []).flatMap((word) =>
    WITHOUT_SPACES.test(word) ? [...segments.segment(word)].map(({ segment }) => segment) : [word],
  );

const ENDINGS = ['ing', 'edly', 'ed', 'ies', 'es', 's', 'ly'];

/** The stem of a word. */
export const stemOf = (word: string): string => {
  const bare = word.endsWith("'s") ? word.slice(0, -2) : word;
  const ending = ENDINGS.find((one) => bare.endsWith(one) && bare.length - one.length >= 3);
  return ending === undefined ? bare : bare.slice(0, -ending.length);
};

/** The words of a text without stop words. */
export const contentWordsOf = (text: string): string[] => {
  const words = wordsOf(text);
  const { isStopWord } = languageOf(words);
  return words.filter((word) => !isStopWord(word) && (word.length > 1 || /\P{ASCII}/u.test(word)));
};

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Joins alternatives of a pattern that are written on several lines. */
export const alternatives = (lines: string): string =>
  lines
    .trim()
    .split(/\s+\|\s+/)
    .join('|');

// Never at the end of a sentence.
const ABBREVIATIONS = alternatives(String.raw`
  e\.g | i\.e | vs | approx | dr | mr | mrs | ms | prof | messrs | z\.\s?b | d\.\s?h | u\.\s?a | bzw | ca | hr | evtl |
  ggf | inkl | p\.\s?ej | sr | sra | dra | uds? | p\.\s?ex | mme | mlle | sig | dott | bijv | dhr | mevr | т\.\s?е`);
// Only before a number: "No." is also an answer.
const BEFORE_NUMBERS = alternatives(`
  v | ver | no | nr | nos | núm | num | art | abs | fig | vol | ch | pp? | ext | tel | rev | p[áa]g`);
const MONTHS = alternatives(`
  januar | februar | märz | april | mai | juni | juli | august | september | oktober | november | dezember`);
const OTHER_DOT = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?:${ABBREVIATIONS})\.(?=\s)|(?:${BEFORE_NUMBERS})\.(?=\s{0,2}\d)|\d{1,2}\.(?=\s(?:${MONTHS})))`,
  'giu',
);
const INITIAL = /(?<![\p{L}\p{N}])\p{Lu}\.(?=\s(\p{Lu}[\p{L}'’.-]*))/gu;
// Code, .NET, and URLs without trailing punctuation.
const UNSPLITTABLE = /`[^`\n]+`|(?<!\S)\.[A-Z]{2}|(?:[Hh]ttps?:\/\/|www\.)[!-~]*[\w/=&#%+~-]/g;

const asLetters = (text: string) => 'x'.repeat(text.length);

/** A line of the same length in which only the ends of sentences look like one. */
const withoutOtherDots = (line: string): string =>
  line
    .replace(UNSPLITTABLE, asLetters)
    .replace(OTHER_DOT, asLetters)
    .replace(INITIAL, (initial, next: string) =>
      // "Plan B. Can I …" has an end, "J. Smith" none.
      STOP_WORDS.has(next.toLowerCase()) ? initial : asLetters(initial),
    );

/** Splits a line into sentences; URLs, code, versions and abbreviations are not split. */
export const sentencesOf = (line: string): string[] =>
  [...sentences.segment(withoutOtherDots(line))]
    .map(({ index, segment }) => line.slice(index, index + segment.length).trim())
    .filter((sentence) => sentence !== '');

/** Truncates a text between words, with an ellipsis. */
export const truncate = (text: string, maxLength: number): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - 1).toWellFormed();
  const space = cut.lastIndexOf(' ');
  return `${(space > maxLength / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:\uFFFD]+$/u, '')}…`;
};
