const CONFIGURATIONS: Readonly<Record<string, string>> = {
  en: 'english',
  fr: 'french',
  de: 'german',
  es: 'spanish',
  it: 'italian',
  pt: 'portuguese',
  'pt-br': 'portuguese',
  ru: 'russian',
  ar: 'arabic',
  nl: 'dutch',
  tr: 'turkish',
  sv: 'swedish',
  no: 'norwegian',
  da: 'danish',
  fi: 'finnish',
  el: 'greek',
  hu: 'hungarian',
  ro: 'romanian',
  lt: 'lithuanian',
  id: 'indonesian',
  hi: 'hindi',
};

/** The PostgreSQL text search configuration of a language; `simple` if there is none. */
export const configurationOf = (language: string | null) => CONFIGURATIONS[language ?? 'en'] ?? 'simple';

/** The character before stop words in the index; words have only letters and digits. */
export const STOP_WORD_MARK = '=';
