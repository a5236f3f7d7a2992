import { EngineError } from '../../kernel/engine-error.ts';

/** The texts of a response, if there are as many as were sent. */
export const translatedTexts = (
  engine: string,
  found: unknown,
  count: number,
): readonly (string | undefined)[] => {
  if (!Array.isArray(found) || found.length !== count)
    throw new EngineError('garbled', `${engine} did not return one translation for each text`);
  return found.map((text: unknown) => (typeof text === 'string' ? text : undefined));
};
