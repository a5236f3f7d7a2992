// Scripts that are written without spaces between words, or with words that run on; ー belongs to none.
const RUN =
  /(?:(?=[\p{L}\p{M}\p{N}])[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー])+/gu;

// What has nothing of it stays as it is, and most texts are such.
const BEYOND_ASCII = /\P{ASCII}/u;

// The same whether it was typed in full or half width, composed or not.
const normal = (text: string): string => text.normalize('NFKC');

// Each character with the one after it; the last stands alone, so that every one of them begins something.
const pairsOf = (run: string): string[] =>
  [...run].map((character, at, all) => character + (all[at + 1] ?? ''));

/** A text with spaces between all that is looked for in it: what is written without them becomes pairs of characters. */
export const spaced = (text: string): string =>
  BEYOND_ASCII.test(text) ? normal(text).replace(RUN, (run) => ` ${pairsOf(run).join(' ')} `) : text;

const wantedPairs = (run: string): string[] => {
  const pairs = pairsOf(run);
  return pairs.length > 1 ? pairs.slice(0, -1) : pairs;
};

/** The words of a query, each of which begins a word of what `spaced` makes of a text that says it. */
export const wordsIn = (query: string): string[] =>
  normal(query)
    .toLowerCase()
    .replace(RUN, (run) => ` ${wantedPairs(run).join(' ')} `)
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The first part of a query that is written without spaces, by which its place in a text is found. */
export const runIn = (query: string): string | undefined => normal(query).match(RUN)?.[0];
