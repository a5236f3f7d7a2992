import { textSearch } from '../settings/text-search.ts';

/** Which translations are shown, as the address has it. */
export interface TranslationsSearch {
  readonly text?: string;
  /** The code of a language, or anything else that somebody wrote into the address. */
  readonly language?: string;
}

/** The search of the list of translations, from an address. */
export const translationsSearch = (search: Record<string, unknown>): TranslationsSearch => ({
  ...textSearch(search),
  ...(typeof search.language === 'string' && search.language !== '' && { language: search.language }),
});
