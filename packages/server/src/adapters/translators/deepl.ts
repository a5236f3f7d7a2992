import { withoutTerms } from '@lectern/document';
import type { Translator } from '../../kernel/translator.ts';
import { ask } from '../llm/post-json.ts';
import { textsOf } from './translated-texts.ts';

/** A key of DeepL, and where it is used. */
export interface DeeplOptions {
  readonly apiKey: string;
  readonly baseUrl?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

const ENGINE = 'DeepL';

// Keys of the free plan say so, and are taken by another host.
const hostFor = (apiKey: string): string =>
  apiKey.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com';

/** Languages that DeepL calls otherwise when it translates into them. */
const TARGETS: Readonly<Record<string, string>> = {
  en: 'EN-US',
  pt: 'PT-PT',
  'pt-br': 'PT-BR',
  zh: 'ZH-HANS',
  no: 'NB',
};
const SOURCES: Readonly<Record<string, string>> = { 'pt-br': 'PT', no: 'NB' };

/** Translations by DeepL. */
export const createDeeplTranslator = (options: DeeplOptions): Translator => ({
  name: 'deepl',
  translate: async ({ texts, from, to, instructions }) => {
    const answer = await ask(
      {
        engine: ENGINE,
        url: `${options.baseUrl ?? hostFor(options.apiKey)}/v2/translate`,
        headers: { authorization: `DeepL-Auth-Key ${options.apiKey}` },
        key: options.apiKey,
        timeoutMs: options.timeoutMs,
      },
      {
        text: texts.map(withoutTerms),
        source_lang: SOURCES[from] ?? from.toUpperCase(),
        target_lang: TARGETS[to] ?? to.toUpperCase(),
        tag_handling: 'xml',
        // A sentence goes on over its marks.
        non_splitting_tags: ['x'],
        outline_detection: false,
        preserve_formatting: true,
        ...(instructions && { context: instructions }),
      },
    );
    const found = (answer as { translations?: unknown } | null)?.translations;
    const said = Array.isArray(found)
      ? found.map((each) => (each as { text?: unknown } | null)?.text)
      : undefined;
    return textsOf(ENGINE, said, texts.length);
  },
});
