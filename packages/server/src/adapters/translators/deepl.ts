import { withoutGlossaryTerms } from '@lectern/document';
import type { Translator } from '../../kernel/translator.ts';
import { postJson } from '../llm/post-json.ts';
import { translatedTexts } from './translated-texts.ts';

/** Configuration of DeepL. */
export interface DeeplOptions {
  readonly apiKey: string;
  readonly baseUrl?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

const ENGINE = 'DeepL';

// Keys of the free plan end with `:fx` and belong to another host.
const hostFor = (apiKey: string): string =>
  apiKey.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com';

/** Language codes of DeepL for target languages, where they differ. */
const TARGETS: Readonly<Record<string, string>> = {
  en: 'EN-US',
  pt: 'PT-PT',
  'pt-br': 'PT-BR',
  zh: 'ZH-HANS',
  no: 'NB',
};
const SOURCES: Readonly<Record<string, string>> = { 'pt-br': 'PT', no: 'NB' };

/** Translates with DeepL. */
export const createDeeplTranslator = (options: DeeplOptions): Translator => ({
  name: 'deepl',
  translate: async ({ texts, from, to, instructions }) => {
    const response = await postJson(
      {
        engine: ENGINE,
        url: `${options.baseUrl ?? hostFor(options.apiKey)}/v2/translate`,
        headers: { authorization: `DeepL-Auth-Key ${options.apiKey}` },
        key: options.apiKey,
        timeoutMs: options.timeoutMs,
      },
      {
        text: texts.map(withoutGlossaryTerms),
        source_lang: SOURCES[from] ?? from.toUpperCase(),
        target_lang: TARGETS[to] ?? to.toUpperCase(),
        tag_handling: 'xml',
        // A sentence continues across placeholders.
        non_splitting_tags: ['x'],
        outline_detection: false,
        preserve_formatting: true,
        ...(instructions && { context: instructions }),
      },
    );
    const found = (response as { translations?: unknown } | null)?.translations;
    const translated = Array.isArray(found)
      ? found.map((each) => (each as { text?: unknown } | null)?.text)
      : undefined;
    return translatedTexts(ENGINE, translated, texts.length);
  },
});
