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

/** The languages that the interface speaks; others are read in English. */
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
// Norwegian in its two written forms.
const SAME: Readonly<Record<string, string>> = { nb: 'no', nn: 'no' };

/** What the interface says in a language, by its code with or without a region. */
export function messagesFor(language: string): Messages {
  const written = language.toLowerCase().split('-', 1)[0]!;
  const base = SAME[written] ?? written;
  return Object.hasOwn(languages, base) ? languages[base]! : en;
}

/** A text with its places filled in. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

const rightToLeft = new Set(['ar', 'he', 'fa', 'ur', 'yi', 'ps', 'dv', 'ckb', 'sd', 'ug']);

/** Which way a language is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  rightToLeft.has(language.toLowerCase().split('-', 1)[0]!) ? 'rtl' : 'ltr';

/** A language's name in itself, as a reader looks for it. */
export function nameOfLanguage(language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
}

/** A day as it is written in a language; nothing where the text is none. */
export function dateIn(
  language: string,
  date: string,
  format: 'full' | 'short' | 'numeric',
): string | undefined {
  const moment = new Date(date);
  if (Number.isNaN(moment.getTime())) return undefined;
  const dateStyle = ({ full: 'long', short: 'medium', numeric: 'short' } as const)[format];
  const show = (locale: string): string =>
    new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(moment);
  try {
    return show(language);
  } catch {
    return show('en');
  }
}
