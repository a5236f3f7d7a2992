/** The start and end of a match in a text. */
export type Match = readonly [start: number, end: number];

/** A part of a text around its first match. */
export interface Excerpt {
  readonly text: string;
  /** The places of all matches in it; the API does not show them. */
  readonly matches: () => readonly Match[];
}

const MAX_LENGTH = 200;
// A sentence that ends earlier is followed by a part of the next one.
const MIN_LENGTH = 60;
const MAX_BEFORE_MATCH = 90;
const ELLIPSIS = '…';

const LETTER = String.raw`[\p{L}\p{M}\p{N}]`;

/** The position after the last white space between two positions; undefined if there is none. */
const lastWordStart = (text: string, from: number, to: number): number | undefined => {
  const at = text.slice(from, to + 1).search(/\s\S*$/);
  return at === -1 ? undefined : from + at + 1;
};

const startOf = (text: string, borders: readonly number[], match: number): number => {
  const sentence = borders.findLast((border) => border <= match);
  if (sentence !== undefined && match - sentence <= MAX_BEFORE_MATCH) return sentence;
  const earliest = match - MAX_BEFORE_MATCH / 2;
  const space = text.slice(earliest, match).search(/\s/);
  return space === -1 ? earliest : earliest + space + 1;
};

const endOf = (
  text: string,
  borders: readonly number[],
  start: number,
  matchEnd: number,
): { readonly end: number; readonly isCut: boolean } => {
  const limit = Math.max(start + MAX_LENGTH, matchEnd);
  if (text.length <= limit) return { end: text.length, isCut: false };
  const sentence = borders.findLast((border) => border <= limit && border >= matchEnd);
  if (sentence !== undefined && sentence - start >= MIN_LENGTH) return { end: sentence, isCut: false };
  const word = lastWordStart(text, Math.max(start, matchEnd), limit);
  return { end: word ?? limit, isCut: true };
};

const LINE_BREAK = 10;
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0xa0;
const isStop = (character: string): boolean => '.!?…'.includes(character);
const isFullStop = (character: string): boolean => '。！？'.includes(character);
const isQuote = (character: string): boolean => '"\'”’)]'.includes(character);

/** The end of a sentence that ends at a position, with the white space after it; undefined if none ends there. */
const sentenceEndAt = (text: string, at: number): number | undefined => {
  const code = text.charCodeAt(at);
  // Letters of most texts, before anything is compared.
  if (code > 63 && code < 0x2026) return undefined;
  const character = text[at]!;
  let end = at + 1;
  if (code === LINE_BREAK) {
    while (text.charCodeAt(end) === LINE_BREAK) end++;
    return end;
  }
  if (isFullStop(character)) {
    while (end < text.length && isFullStop(text[end]!)) end++;
    return end;
  }
  if (!isStop(character)) return undefined;
  while (end < text.length && (isStop(text[end]!) || isQuote(text[end]!))) end++;
  if (!isSpace(text.charCodeAt(end))) return undefined;
  while (isSpace(text.charCodeAt(end))) end++;
  return end;
};

/** The ends of the sentences near a match, and the beginning of the text if that is near. */
const bordersNear = (text: string, [start, end]: Match): number[] => {
  // A sentence end that begins before is found, too.
  const from = Math.max(0, start - MAX_BEFORE_MATCH - 2);
  const to = Math.min(text.length, end + MAX_LENGTH + 1);
  const borders = from === 0 ? [0] : [];
  for (let at = from; at < to; at++) {
    const border = sentenceEndAt(text, at);
    if (border === undefined) continue;
    borders.push(border);
    at = border - 1;
  }
  return borders;
};

const UNUSUAL_SPACE = /[^\S ]| {2}/;

/**
 * The excerpt of a text around its first match: whole sentences where they are short enough, and otherwise whole words.
 * `matchesIn` finds all matches in it when they are asked for.
 */
export const excerptOf = (
  text: string,
  first: Match | undefined,
  matchesIn: (part: string) => readonly Match[],
): Excerpt => {
  const match = first ?? ([0, 0] as const);
  const borders = bordersNear(text, match);
  const start = startOf(text, borders, match[0]);
  const { end, isCut } = endOf(text, borders, start, match[1]);
  const before = borders.includes(start) ? '' : ELLIPSIS;
  const part = text.slice(start, end).trim();
  const body = UNUSUAL_SPACE.test(part) ? part.replace(/\s+/g, ' ') : part;
  const shown = before + body + (isCut ? ELLIPSIS : '');
  return { text: shown, matches: () => matchesIn(shown) };
};

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** The places where words of a query begin a word of a text; scripts without spaces match anywhere. */
export const wordMatches = (text: string, words: readonly string[], isUnspaced = false): readonly Match[] => {
  if (words.length === 0) return [];
  const pattern = words.map(escaped).join('|');
  const found = [...text.matchAll(new RegExp(isUnspaced ? pattern : `(?<!${LETTER})(?:${pattern})`, 'giu'))];
  return found.map(({ index, 0: match }) => [index, index + match.length]);
};

/** The places of a part of a text. */
export const partMatches = (text: string, part: string): readonly Match[] => {
  const found: Match[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length))
    found.push([at, at + part.length]);
  return found;
};
