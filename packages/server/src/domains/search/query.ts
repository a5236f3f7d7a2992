import { wordMatches } from './excerpt.ts';
import type { QueryWord } from './lookup.ts';
import type { StemsService } from './stems.service.ts';
import { normalizeWords, unspacedTextIn, wordsIn } from './tokenize.ts';

/** A parsed search query. */
export interface SearchQuery {
  readonly words: readonly string[];
  /** The characters of its words. */
  readonly length: number;
  /** The first part in a script without spaces. */
  readonly unspacedText: string | undefined;
}

const MAX_WORDS = 16;
// Longer words are divided in the index.
const MAX_WORD_LENGTH = 100;

/** Parses a query. */
export const parseQuery = (text: string): SearchQuery => ({
  words: [...new Set(wordsIn(text).map((word) => word.slice(0, MAX_WORD_LENGTH)))].slice(0, MAX_WORDS),
  length: normalizeWords(text).length,
  unspacedText: unspacedTextIn(text),
});

/** The words of a query in a language, without stop words unless it has no others. */
export const wordsInLanguage = async (
  { words }: SearchQuery,
  language: string | null,
  stems: Pick<StemsService, 'of'>,
): Promise<readonly QueryWord[]> => {
  const found = await stems.of(language, words);
  const all = words.map((text, at) => ({ text, stem: found[at]! }));
  const telling = all.filter(({ stem }) => stem !== '');
  return telling.length > 0 ? telling : all;
};

/** The places of the words of a query in a title, and whether it contains all of them. */
export const titleMatches = (title: string, query: string) => {
  const { words, unspacedText } = parseQuery(query);
  const isUnspaced = unspacedText !== undefined;
  return {
    matches: wordMatches(title, words, isUnspaced),
    isWhole: words.length > 0 && words.every((word) => wordMatches(title, [word], isUnspaced).length > 0),
  };
};
