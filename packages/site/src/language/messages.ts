import { ar } from './ar.ts';
import { de } from './de.ts';
import { en, type Messages } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { no } from './no.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import { zh } from './zh.ts';

export type { Messages } from './en.ts';

/** The texts by language; the default is English. */
export const languages: Readonly<Record<string, Messages>> = {
  en,
  de,
  fr,
  es,
  nl,
  no,
  pt,
  ru,
  ja,
  zh,
  ar,
};
// Bokmål and Nynorsk.
const LANGUAGE_ALIASES: Readonly<Record<string, string>> = { nb: 'no', nn: 'no' };

/** The texts for a language code, with or without a region. */
export function messagesFor(language: string): Messages {
  const code = language.toLowerCase().split('-', 1)[0]!;
  const base = LANGUAGE_ALIASES[code] ?? code;
  return Object.hasOwn(languages, base) ? languages[base]! : en;
}
