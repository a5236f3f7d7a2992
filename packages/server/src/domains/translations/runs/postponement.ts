import type { EngineError } from '../../../kernel/engine-error.ts';

const MIN_WAIT_MS = 60_000;
const DEFAULT_WAIT_MS = 5 * 60_000;
const MAX_WAIT_MS = 60 * 60_000;
const MAX_RUN_MS = 24 * MAX_WAIT_MS;

/** When a postponed run continues, or why it fails instead. */
export type Postponement = { readonly until: Date } | { readonly refusal: string };

/** Postpones a run whose engine is busy, for as long as the engine asks for, within limits. */
export const postponementFor = (
  { message, retryAfterMs }: EngineError,
  startedAt: Date,
  now: Date,
): Postponement => {
  const wait = Math.max(retryAfterMs ?? DEFAULT_WAIT_MS, MIN_WAIT_MS);
  if (wait > MAX_WAIT_MS)
    return {
      refusal: `${message}. It asks to retry in ${Math.ceil(wait / 60_000)} minutes, and a run waits for at most one hour: start another run after that`,
    };
  if (now.getTime() + wait - startedAt.getTime() > MAX_RUN_MS)
    return { refusal: `${message}. The run has waited for one day: start another run` };
  return { until: new Date(now.getTime() + wait) };
};
