import { LRUCache } from 'lru-cache';
import type { Kernel } from '../../kernel/kernel.ts';
import { findStems } from './stems.store.ts';
import { type Configuration, configurationOf } from './text-search-configuration.ts';

const CACHED_STEMS = 50_000;
const AT_ONCE = 20_000;
const LATIN = /^[a-z]+$/;

const dictionaryOf = ({ name, latin }: Configuration, word: string): string =>
  latin && LATIN.test(word) ? latin : name;

/** Finds the stems of words. PostgreSQL knows them in twenty languages, and each is asked for once. */
export const createStemsService = ({ db }: Pick<Kernel, 'db'>) => {
  // By size, because a number of entries is allocated at once.
  const known = new LRUCache<string, string>({ maxSize: CACHED_STEMS, sizeCalculation: () => 1 });

  return {
    /** The stems of words in a language, in the same order; empty ones for stop words. */
    of: async (language: string | null, words: readonly string[]): Promise<readonly string[]> => {
      const configuration = configurationOf(language);
      if (!configuration) return words;
      const stems: string[] = [];
      const missing = new Map<string, number[]>();
      for (const [at, word] of words.entries()) {
        const dictionary = dictionaryOf(configuration, word);
        const stem = known.get(`${dictionary} ${word}`);
        if (stem !== undefined) stems[at] = stem;
        else if (missing.has(dictionary)) missing.get(dictionary)!.push(at);
        else missing.set(dictionary, [at]);
      }
      for (const [dictionary, all] of missing)
        for (let from = 0; from < all.length; from += AT_ONCE) {
          const some = all.slice(from, from + AT_ONCE);
          const found = await findStems(
            db,
            dictionary,
            some.map((at) => words[at]!),
          );
          for (const [index, at] of some.entries()) {
            // The word itself, if it is its stem.
            const stem = found[index] === words[at] ? words[at]! : found[index]!;
            stems[at] = stem;
            known.set(`${dictionary} ${words[at]}`, stem);
          }
        }
      return stems;
    },

    /** Empties the cache. */
    clear: () => known.clear(),
  };
};

/** Finds the stems of words. */
export type StemsService = ReturnType<typeof createStemsService>;
