import type { EngineError } from '../../../kernel/engine-error.ts';

const SAID = /exceed\w* .*limit|too (?:long|large)|maximum context|context_length/i;

const refusalIn = ({ cause }: EngineError) => (cause ?? {}) as { status?: number; said?: string };

/** Whether an engine refuses what it was asked for because that is too much for one request. */
export const isTooMuch = (error: EngineError): boolean => {
  const { status, said } = refusalIn(error);
  return error.kind === 'refused' && (status === 413 || (status === 400 && SAID.test(said ?? '')));
};

/** Whether a refusal is about how many texts there were, and not about how long they are: some name what they counted. */
export const isAboutNumber = (error: EngineError, count: number): boolean =>
  Number(/\((\d+)\)/.exec(refusalIn(error).said ?? '')?.[1]) === count;
