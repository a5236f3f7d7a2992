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

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
// Longer ones, as in code, are divided.
const MAX_WORD_LENGTH = 100;

// Of ASCII characters: 1 for small letters and digits, 2 for capital letters.
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[a-z0-9]/.test(character) ? 1 : /[A-Z]/.test(character) ? 2 : 0;
});

type FoundWord = (word: string, offset: number) => void;

const eachPiece = (word: string, offset: number, found: FoundWord): void => {
  if (word.length <= MAX_WORD_LENGTH) {
    found(word, offset);
    return;
  }
  for (let at = 0; at < word.length; at += MAX_WORD_LENGTH)
    found(word.slice(at, at + MAX_WORD_LENGTH), offset + at);
};

// Most texts are ASCII, for which this takes a fraction of the time.
const eachAsciiWord = (text: string, found: FoundWord): void => {
  let [start, kinds] = [0, 0];
  for (let at = 0; at <= text.length; at++) {
    const kind = at < text.length ? KINDS[text.charCodeAt(at)]! : 0;
    if (kind !== 0) {
      kinds |= kind;
      continue;
    }
    if (kinds !== 0) {
      // Word by word: optimized code would convert the whole text for each of them.
      const word = text.slice(start, at);
      eachPiece(kinds === 1 ? word : word.toLowerCase(), start, found);
    }
    start = at + 1;
    kinds = 0;
  }
};

const eachUnicodeWord = (text: string, found: FoundWord): void => {
  const lower = normal(text).toLowerCase();
  for (const { 0: word, index } of lower.matchAll(WORD)) {
    let at = 0;
    for (const run of word.matchAll(RUN)) {
      if (run.index > at) eachPiece(word.slice(at, run.index), index + at, found);
      let offset = index + run.index;
      for (const pair of pairsOf(run[0])) {
        found(pair, offset);
        offset += pair.codePointAt(0)! > 0xffff ? 2 : 1;
      }
      at = run.index + run[0].length;
    }
    if (at < word.length) eachPiece(word.slice(at), index + at, found);
  }
};

/** Calls back with each word of a text in lower case, and its position; with the pairs of scripts without spaces. */
export const eachWord = (text: string, found: FoundWord): void => {
  if (BEYOND_ASCII.test(text)) eachUnicodeWord(text, found);
  else eachAsciiWord(text, found);
};

/** The words of a text in lower case, separated by one space each. */
export const normalizeWords = (text: string): string =>
  (normal(text).toLowerCase().match(WORD) ?? []).join(' ');
