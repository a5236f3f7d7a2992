import type { ScriptFailure, ScriptResponse } from '../../../kernel/scripts.ts';

/** What becomes of an event after an attempt. */
export type Verdict =
  | { readonly is: 'taken' }
  /** The script does not listen to such events. */
  | { readonly is: 'unwanted' }
  | { readonly is: 'failed' }
  /** It counts for nothing: others give it. */
  | { readonly is: 'left' }
  | { readonly is: 'retried'; readonly afterMs: number };

const SECOND = 1000;
const DELAYS = [5 * SECOND, 30 * SECOND, 180 * SECOND];
const NOT_SUBSCRIBED = 406;

/** What becomes of an event that was tried `tries` times before this attempt. */
export const verdictOn = (outcome: ScriptResponse | ScriptFailure, tries: number): Verdict => {
  if ('status' in outcome) {
    if (outcome.status === NOT_SUBSCRIBED) return { is: 'unwanted' };
    if (outcome.status < 300) return { is: 'taken' };
    // It would say the same again.
    if (outcome.status < 500) return { is: 'failed' };
  } else if (outcome.kind === 'stopping') return { is: 'left' };
  else if (outcome.kind === 'too-large') return { is: 'failed' };
  const afterMs = DELAYS[tries];
  return afterMs === undefined ? { is: 'failed' } : { is: 'retried', afterMs };
};
