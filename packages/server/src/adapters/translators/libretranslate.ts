import { withoutTerms } from '@lectern/document';
import type { Translator } from '../../kernel/translator.ts';
import { ask } from '../llm/post-json.ts';
import { textsOf } from './translated-texts.ts';

/** A server of LibreTranslate, and its key if it wants one. */
export interface LibreTranslateOptions {
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

const ENGINE = 'LibreTranslate';

/** Languages that LibreTranslate calls otherwise. */
const NAMES: Readonly<Record<string, string>> = { 'pt-br': 'pt-BR', zh: 'zh-Hans', no: 'nb' };

// HTML knows no element that ends itself.
const withEnds = (text: string): string => withoutTerms(text).replace(/<x id="(\d+)"\/>/g, '<x id="$1"></x>');

// What it says is not guarded any more: any tag but ours is words, as is what begins no reference.
const guarded = (text: string | undefined): string | undefined =>
  text?.replace(/&(?!#?\w{1,31};)/g, '&amp;').replace(/<(?!\/?x(?:\s[^<>]*)?>)/gi, '&lt;');

/** Translations by LibreTranslate, which minds no instructions. */
export const createLibreTranslator = (options: LibreTranslateOptions): Translator => ({
  name: 'libretranslate',
  translate: async ({ texts, from, to }) => {
    const answer = await ask(
      {
        engine: ENGINE,
        url: `${options.url}/translate`,
        key: options.apiKey,
        timeoutMs: options.timeoutMs,
      },
      {
        q: texts.map(withEnds),
        source: NAMES[from] ?? from,
        target: NAMES[to] ?? to,
        format: 'html',
        ...(options.apiKey && { api_key: options.apiKey }),
      },
    );
    const said = (answer as { translatedText?: unknown } | null)?.translatedText;
    return textsOf(ENGINE, said, texts.length).map(guarded);
  },
});
