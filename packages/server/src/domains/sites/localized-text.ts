import Type from 'typebox';

/** The languages of localized texts. */
const LANGUAGES = [
  'en',
  'fr',
  'de',
  'es',
  'it',
  'pt',
  'pt-br',
  'ru',
  'ja',
  'zh',
  'zh-tw',
  'yue',
  'ko',
  'ar',
  'hi',
  'nl',
  'pl',
  'tr',
  'sv',
  'no',
  'da',
  'fi',
  'el',
  'cs',
  'hu',
  'ro',
  'th',
  'vi',
  'id',
  'ms',
  'he',
  'uk',
  'sk',
  'bg',
  'hr',
  'lt',
  'lv',
  'et',
  'sl',
] as const;

/** The schema of a text by language, beside the text for all other languages. */
export const LocalizedText = (maxLength: number) =>
  Type.Unsafe<Readonly<Record<string, string>>>(
    Type.Object(
      Object.fromEntries(LANGUAGES.map((language) => [language, Type.Optional(Type.String({ maxLength }))])),
      { additionalProperties: false },
    ),
  );
