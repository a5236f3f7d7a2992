import Type from 'typebox';
import { LANGUAGES as CONTENT_LANGUAGES } from '../spaces/index.ts';

/** The languages of localized texts: those of content, and traditional Chinese. */
const LANGUAGES = [...CONTENT_LANGUAGES, 'zh-tw'];

/** The schema of a text by language, beside the text for all other languages. */
export const LocalizedText = (maxLength: number) =>
  Type.Unsafe<Readonly<Record<string, string>>>(
    Type.Object(
      Object.fromEntries(LANGUAGES.map((language) => [language, Type.Optional(Type.String({ maxLength }))])),
      { additionalProperties: false },
    ),
  );
