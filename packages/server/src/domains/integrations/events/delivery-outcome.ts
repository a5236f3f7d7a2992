import type { ScriptFailure, ScriptResponse } from '../../../kernel/integration-scripts.ts';

/** The result of an attempt to deliver an event. */
export type DeliveryOutcome =
  | { readonly is: 'delivered' }
  /** The script does not handle events of this type. */
  | { readonly is: 'ignored' }
  | { readonly is: 'failed' }
  /** The server is stopping; another one delivers it, and the attempt does not count. */
  | { readonly is: 'released' }
  | { readonly is: 'retried'; readonly afterMs: number };

const SECOND = 1000;
const DELAYS = [5 * SECOND, 30 * SECOND, 180 * SECOND];
const NOT_SUBSCRIBED = 406;

/** The result of an attempt after `tries` earlier ones. */
export const eventOutcomeOf = (outcome: ScriptResponse | ScriptFailure, tries: number): DeliveryOutcome => {
  if ('status' in outcome) {
    if (outcome.status === NOT_SUBSCRIBED) return { is: 'ignored' };
    if (outcome.status < 300) return { is: 'delivered' };
    // A retry would get the same response.
    if (outcome.status < 500) return { is: 'failed' };
  } else if (outcome.kind === 'stopping') return { is: 'released' };
  else if (outcome.kind === 'too-large') return { is: 'failed' };
  const afterMs = DELAYS[tries];
  return afterMs === undefined ? { is: 'failed' } : { is: 'retried', afterMs };
};
