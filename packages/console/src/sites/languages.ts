import type { Response } from '../api/operations.ts';

/** The code of a language that content can be in. */
export type Language = NonNullable<Response<'GET', '/spaces/{spaceId}'>['language']>;

const CODES: readonly Language[] = [
  ...(['ar', 'bg', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fi', 'fr', 'he', 'hi', 'hr'] as const),
  ...(['hu', 'id', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'nl', 'no', 'pl', 'pt', 'pt-br', 'ro'] as const),
  ...(['ru', 'sk', 'sl', 'sv', 'th', 'tr', 'uk', 'vi', 'yue', 'zh'] as const),
];

const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** The name of a language, such as “German”. */
export const languageName = (code: string): string => names.of(code) ?? code;

/** All languages by name. */
export const LANGUAGES: readonly { readonly id: Language; readonly label: string }[] = CODES.map((id) => ({
  id,
  label: languageName(id),
})).toSorted((one, other) => one.label.localeCompare(other.label));
