import type { Config } from '../../kernel/config.ts';
import type { LanguageModel } from '../../kernel/language-model.ts';
import type { Translator } from '../../kernel/translator.ts';
import { createDeeplTranslator } from './deepl.ts';
import { createModelTranslator } from './language-model.ts';
import { createLibreTranslator } from './libretranslate.ts';

/** The configured translation engine; if several are configured and none is chosen, dedicated engines come before language models. */
export const createTranslator = (
  { engine, deepl, libreTranslate }: Config['translation'],
  chat: LanguageModel | undefined,
): Translator | undefined => {
  const engines = {
    deepl: deepl && (() => createDeeplTranslator(deepl)),
    libretranslate: libreTranslate && (() => createLibreTranslator(libreTranslate)),
    openai: chat && (() => createModelTranslator(chat)),
  };
  return (engine ? engines[engine] : Object.values(engines).find((create) => create !== undefined))?.();
};
