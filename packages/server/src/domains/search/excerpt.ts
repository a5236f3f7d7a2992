/** The start and end of a match in a text. */
export type Match = readonly [start: number, end: number];

/** A part of a text around its first match. */
export interface Excerpt {
  readonly text: string;
  readonly matches: readonly Match[];
}

/** The characters that enclose matches in texts from the database. */
export const MATCH_MARKS = ['\u0002', '\u0003'] as const;

const MAX_LENGTH = 200;
// A sentence that ends earlier is followed by a part of the next one.
const MIN_LENGTH = 60;
const MAX_BEFORE_MATCH = 90;
const ELLIPSIS = '…';

const MARKED = new RegExp(`${MATCH_MARKS[0]}([^${MATCH_MARKS[1]}]*)${MATCH_MARKS[1]}`, 'g');
// Blocks end with line breaks, sentences with punctuation.
const SENTENCE_END = /\n+|[.!?…]+["'”’)\]]*\s+|[。！？]+/g;
const LETTER = String.raw`[\p{L}\p{M}\p{N}]`;

/** Separates a text from the marks of its matches. */
const withoutMarks = (marked: string): Excerpt => {
  const matches: Match[] = [];
  let text = '';
  let at = 0;
  for (const found of marked.matchAll(MARKED)) {
    text += marked.slice(at, found.index);
    matches.push([text.length, text.length + found[1]!.length]);
    text += found[1];
    at = found.index + found[0].length;
  }
  return { text: text + marked.slice(at), matches };
};

/** The position after the last white space between two positions; undefined if there is none. */
const lastWordStart = (text: string, from: number, to: number): number | undefined => {
  const at = text.slice(from, to + 1).search(/\s\S*$/);
  return at === -1 ? undefined : from + at + 1;
};

const startOf = (text: string, borders: readonly number[], match: number): number => {
  const sentence = borders.findLast((border) => border <= match) ?? 0;
  if (match - sentence <= MAX_BEFORE_MATCH) return sentence;
  const earliest = match - MAX_BEFORE_MATCH / 2;
  const space = text.slice(earliest, match).search(/\s/);
  return space === -1 ? earliest : earliest + space + 1;
};

const endOf = (
  text: string,
  borders: readonly number[],
  start: number,
  [, matchEnd]: Match,
): { readonly end: number; readonly isCut: boolean } => {
  const limit = Math.max(start + MAX_LENGTH, matchEnd);
  if (text.length <= limit) return { end: text.length, isCut: false };
  const sentence = borders.findLast((border) => border <= limit && border >= matchEnd);
  if (sentence !== undefined && sentence - start >= MIN_LENGTH) return { end: sentence, isCut: false };
  const word = lastWordStart(text, Math.max(start, matchEnd), limit);
  return { end: word ?? limit, isCut: true };
};

/** The excerpt of a text whose matches are marked: whole sentences where they are short enough, and otherwise whole words. */
export const excerptOf = (marked: string): Excerpt => {
  const { text, matches } = withoutMarks(marked.replace(/[^\S\n]+/g, ' ').trim());
  const borders = [0, ...[...text.matchAll(SENTENCE_END)].map(({ index, 0: end }) => index + end.length)];
  const first = matches[0] ?? ([0, 0] as const);
  const start = startOf(text, borders, first[0]);
  const { end, isCut } = endOf(text, borders, start, first);
  const before = borders.includes(start) ? '' : ELLIPSIS;
  const body = text.slice(start, end).trimEnd();
  const shift = before.length - start;
  return {
    // Of the same length, so that matches stay in their places.
    text: before + body.replace(/\s/g, ' ') + (isCut ? ELLIPSIS : ''),
    matches: matches
      .filter(([from, to]) => from >= start && to <= start + body.length)
      .map(([from, to]) => [from + shift, to + shift]),
  };
};

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** The places where words of a query begin a word of a text; scripts without spaces match anywhere. */
export const wordMatches = (text: string, words: readonly string[], isUnspaced = false): readonly Match[] => {
  if (words.length === 0) return [];
  const pattern = words.map(escaped).join('|');
  const found = [...text.matchAll(new RegExp(isUnspaced ? pattern : `(?<!${LETTER})(?:${pattern})`, 'giu'))];
  return found.map(({ index, 0: match }) => [index, index + match.length]);
};

/** Marks the places of a text in a script without spaces. */
export const markAll = (text: string, part: string): string =>
  text.replaceAll(part, MATCH_MARKS[0] + part + MATCH_MARKS[1]);
