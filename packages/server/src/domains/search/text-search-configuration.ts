/** A text search configuration of PostgreSQL, whose dictionary knows the stems and stop words of a language. */
export interface Configuration {
  readonly name: string;
  /** The dictionary of words in Latin letters, if it is another one. */
  readonly latin?: string;
}

const CONFIGURATIONS: Readonly<Record<string, Configuration>> = {
  en: { name: 'english' },
  fr: { name: 'french' },
  de: { name: 'german' },
  es: { name: 'spanish' },
  it: { name: 'italian' },
  pt: { name: 'portuguese' },
  'pt-br': { name: 'portuguese' },
  ru: { name: 'russian', latin: 'english' },
  ar: { name: 'arabic' },
  nl: { name: 'dutch' },
  tr: { name: 'turkish' },
  sv: { name: 'swedish' },
  no: { name: 'norwegian' },
  da: { name: 'danish' },
  fi: { name: 'finnish' },
  el: { name: 'greek' },
  hu: { name: 'hungarian' },
  ro: { name: 'romanian' },
  lt: { name: 'lithuanian' },
  id: { name: 'indonesian' },
  hi: { name: 'hindi', latin: 'english' },
};

/** The configuration of a language; undefined if its words have no stems. */
export const configurationOf = (language: string | null): Configuration | undefined =>
  CONFIGURATIONS[language ?? 'en'];
