import type { EngineError, EngineResponse } from '../../../kernel/engine-error.ts';

const SIZE_COMPLAINT = /exceed\w* .*limit|too (?:long|large)|maximum context|context_length/i;

const responseOf = ({ cause }: EngineError) => (cause ?? {}) as Partial<EngineResponse>;

/** Whether an engine rejected a request because of its size. */
export const isRequestTooLarge = (error: EngineError): boolean => {
  const { status, body } = responseOf(error);
  return error.kind === 'refused' && (status === 413 || (status === 400 && SIZE_COMPLAINT.test(body ?? '')));
};

/** Whether the number of texts was the problem and not their length: some engines repeat the number in parentheses. */
export const hasTooManyTexts = (error: EngineError, count: number): boolean =>
  Number(/\((\d+)\)/.exec(responseOf(error).body ?? '')?.[1]) === count;
