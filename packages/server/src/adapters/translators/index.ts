import type { Config } from '../../kernel/config.ts';
import type { Translator } from '../../kernel/translator.ts';
import { createDeeplTranslator } from './deepl.ts';
import { createLibreTranslator } from './libretranslate.ts';
import { createOpenAiTranslator } from './openai-compatible.ts';

/** The engine that the settings name; of several, without a choice, one that does nothing but translate. */
export const createTranslator = ({
  llm,
  translation: { engine, deepl, libreTranslate },
}: Pick<Config, 'llm' | 'translation'>): Translator | undefined => {
  const set = {
    deepl: deepl && (() => createDeeplTranslator(deepl)),
    libretranslate: libreTranslate && (() => createLibreTranslator(libreTranslate)),
    openai: llm && (() => createOpenAiTranslator(llm)),
  };
  return (engine ? set[engine] : Object.values(set).find((make) => make !== undefined))?.();
};
