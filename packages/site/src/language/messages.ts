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

/** Replaces the placeholders of a text. */
export const formatMessage = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

const rightToLeft = new Set(['ar', 'he', 'fa', 'ur', 'yi', 'ps', 'dv', 'ckb', 'sd', 'ug']);

/** The writing direction of a language. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  rightToLeft.has(language.toLowerCase().split('-', 1)[0]!) ? 'rtl' : 'ltr';

/** The name of a language in that language. */
export function languageName(language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
}

/** A date formatted in a language; undefined if the text is not a date. */
export function formatDate(
  language: string,
  date: string,
  format: 'full' | 'short' | 'numeric',
): string | undefined {
  const moment = new Date(date);
  if (Number.isNaN(moment.getTime())) return undefined;
  const dateStyle = ({ full: 'long', short: 'medium', numeric: 'short' } as const)[format];
  const formatIn = (locale: string): string =>
    new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(moment);
  try {
    return formatIn(language);
  } catch {
    return formatIn('en');
  }
}
