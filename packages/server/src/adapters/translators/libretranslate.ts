import { withoutGlossaryTerms } from '@lectern/document';
import type { Translator } from '../../kernel/translator.ts';
import { postJson } from '../llm/post-json.ts';
import { translatedTexts } from './translated-texts.ts';

/** Configuration of a LibreTranslate server. */
export interface LibreTranslateOptions {
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

const ENGINE = 'LibreTranslate';

/** Language codes of LibreTranslate, where they differ. */
const CODES: Readonly<Record<string, string>> = { 'pt-br': 'pt-BR', zh: 'zh-Hans', no: 'nb' };

// HTML has no self-closing elements.
const withClosingTags = (text: string): string =>
  withoutGlossaryTerms(text).replace(/<x id="(\d+)"\/>/g, '<x id="$1"></x>');

// Responses are not escaped: tags other than placeholders, and ampersands that start no reference, are text.
const escaped = (text: string | undefined): string | undefined =>
  text?.replace(/&(?!#?\w{1,31};)/g, '&amp;').replace(/<(?!\/?x(?:\s[^<>]*)?>)/gi, '&lt;');

/** Translates with LibreTranslate, which ignores instructions. */
export const createLibreTranslator = (options: LibreTranslateOptions): Translator => ({
  name: 'libretranslate',
  translate: async ({ texts, from, to }) => {
    const response = await postJson(
      {
        engine: ENGINE,
        url: `${options.url}/translate`,
        key: options.apiKey,
        timeoutMs: options.timeoutMs,
      },
      {
        q: texts.map(withClosingTags),
        source: CODES[from] ?? from,
        target: CODES[to] ?? to,
        format: 'html',
        ...(options.apiKey && { api_key: options.apiKey }),
      },
    );
    const translated = (response as { translatedText?: unknown } | null)?.translatedText;
    return translatedTexts(ENGINE, translated, texts.length).map(escaped);
  },
});
