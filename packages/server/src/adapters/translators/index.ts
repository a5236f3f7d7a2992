import type { Config } from '../../kernel/config.ts';
import type { LanguageModel } from '../../kernel/language-model.ts';
import type { Translator } from '../../kernel/translator.ts';
import { createDeeplTranslator } from './deepl.ts';
import { createModelTranslator } from './language-model.ts';
import { createLibreTranslator } from './libretranslate.ts';

/** The engine that the settings name; of several, without a choice, one that does nothing but translate. */
export const createTranslator = (
  { engine, deepl, libreTranslate }: Config['translation'],
  chat: LanguageModel | undefined,
): Translator | undefined => {
  const set = {
    deepl: deepl && (() => createDeeplTranslator(deepl)),
    libretranslate: libreTranslate && (() => createLibreTranslator(libreTranslate)),
    openai: chat && (() => createModelTranslator(chat)),
  };
  return (engine ? set[engine] : Object.values(set).find((make) => make !== undefined))?.();
};
