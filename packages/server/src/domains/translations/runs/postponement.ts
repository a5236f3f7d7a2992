import type { EngineError } from '../../../kernel/engine-error.ts';

const SHORTEST_MS = 60_000;
const USUAL_MS = 5 * 60_000;
const LONGEST_MS = 60 * 60_000;
const LONGEST_RUN_MS = 24 * LONGEST_MS;

/** Until when a run waits for an engine that is busy, or why it does not wait any longer. */
export type Waiting = { readonly until: Date } | { readonly refusal: string };

/** What becomes of a run whose engine has too much to do: it waits for as long as the engine asks for, within limits. */
export const waitFor = ({ message, retryAfterMs }: EngineError, startedAt: Date, now: Date): Waiting => {
  const wait = Math.max(retryAfterMs ?? USUAL_MS, SHORTEST_MS);
  if (wait > LONGEST_MS)
    return {
      refusal: `${message}. It is to be left alone for ${Math.ceil(wait / 60_000)} minutes, and a run waits for an hour at most: ask for one after that`,
    };
  if (now.getTime() + wait - startedAt.getTime() > LONGEST_RUN_MS)
    return { refusal: `${message}. The run has waited for it for a day: ask for another one` };
  return { until: new Date(now.getTime() + wait) };
};
