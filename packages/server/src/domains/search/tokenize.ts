// Scripts without spaces between words; ー belongs to no script.
const RUN =
  /(?:(?=[\p{L}\p{M}\p{N}])[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー])+/gu;

// Most texts are ASCII and need no processing.
const BEYOND_ASCII = /\P{ASCII}/u;

// Full and half width, composed and decomposed characters are equal.
const normal = (text: string): string => text.normalize('NFKC');

// Bigrams; the last character alone, so that a prefix search finds it.
const pairsOf = (run: string): string[] =>
  [...run].map((character, at, all) => character + (all[at + 1] ?? ''));

// PostgreSQL would take a version, a path, a host or an address as one word.
const SIGNS = /[^\p{L}\p{M}\p{N}]+/gu;

/** Separates the words of a text for the tokenizer: signs become spaces, and runs without spaces bigrams. */
export const separateWords = (text: string): string =>
  (BEYOND_ASCII.test(text)
    ? normal(text).replace(RUN, (run) => ` ${pairsOf(run).join(' ')} `)
    : text
  ).replace(SIGNS, ' ');

const queryPairs = (run: string): string[] => {
  const pairs = pairsOf(run);
  return pairs.length > 1 ? pairs.slice(0, -1) : pairs;
};

/** The words of a query, each a prefix of a word that `separateWords` makes of a matching text. */
export const wordsIn = (query: string): string[] =>
  normal(query)
    .toLowerCase()
    .replace(RUN, (run) => ` ${queryPairs(run).join(' ')} `)
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The first part of a query in a script without spaces, by which snippets are located. */
export const unspacedTextIn = (query: string): string | undefined => normal(query).match(RUN)?.[0];
