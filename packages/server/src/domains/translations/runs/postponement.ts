import type { EngineError } from '../../../kernel/engine-error.ts';

const MIN_WAIT_MS = 60_000;
const DEFAULT_WAIT_MS = 5 * 60_000;
const MAX_WAIT_MS = 60 * 60_000;
const MAX_RUN_MS = 24 * MAX_WAIT_MS;

/** When a postponed run continues, or why it fails instead. */
export type Postponement = { readonly until: Date } | { readonly refusal: string };

/** Whether an engine may work later without any change: it is busy or cannot be reached. */
export const isTemporary = ({ kind }: EngineError): boolean => kind === 'busy' || kind === 'down';

// A busy engine may say for how long. An unreachable one is asked soon, and less often the longer that lasts.
const defaultWaitOf = ({ kind }: EngineError, elapsedMs: number): number =>
  kind === 'down' ? Math.min(elapsedMs, MAX_WAIT_MS) : DEFAULT_WAIT_MS;

/** Postpones a run whose engine is busy or cannot be reached, within limits. */
export const postponementFor = (error: EngineError, startedAt: Date, now: Date): Postponement => {
  const { message, retryAfterMs } = error;
  const elapsed = now.getTime() - startedAt.getTime();
  const wait = Math.max(retryAfterMs ?? defaultWaitOf(error, elapsed), MIN_WAIT_MS);
  if (wait > MAX_WAIT_MS)
    return {
      refusal: `${message}. It asks to retry in ${Math.ceil(wait / 60_000)} minutes, and a run waits for at most one hour: start another run after that`,
    };
  if (elapsed + wait > MAX_RUN_MS)
    return { refusal: `${message}. The run has waited for one day: start another run` };
  return { until: new Date(now.getTime() + wait) };
};
