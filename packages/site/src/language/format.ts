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
