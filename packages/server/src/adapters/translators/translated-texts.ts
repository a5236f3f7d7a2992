import { EngineError } from '../../kernel/engine-error.ts';

/** The texts of an answer, where there are as many as were sent. */
export const textsOf = (engine: string, found: unknown, count: number): readonly (string | undefined)[] => {
  if (!Array.isArray(found) || found.length !== count)
    throw new EngineError('garbled', `${engine} answered another number of texts than it was sent`);
  return found.map((text: unknown) => (typeof text === 'string' ? text : undefined));
};
