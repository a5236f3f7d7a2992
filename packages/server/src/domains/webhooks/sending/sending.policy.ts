/** What an address answered, or why it did not. */
export interface Outcome {
  readonly statusCode?: number;
  readonly retryAfter?: string | null;
  readonly error?: string;
  readonly response?: string;
}

/** What becomes of a delivery after an attempt. */
export type Verdict =
  | { readonly is: 'taken' }
  | { readonly is: 'gone' }
  | { readonly is: 'given-up' }
  | { readonly is: 'retried'; readonly afterMs: number };

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

// Between eight attempts, over about a day.
const DELAYS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 15 * HOUR];
const LONGEST_WISH = 6 * HOUR;
// Of so much each delay is longer or shorter: those who failed together do not come back together.
const JITTER = 0.2;
const GONE = 410;

/** How long an answer asks to be left alone: in seconds, or until a moment. */
export const retryAfterMs = (text: string | null | undefined, now: Date): number => {
  const said = text?.trim() ?? '';
  const asked = /^\d{1,10}$/.test(said) ? Number(said) * SECOND : Date.parse(said) - now.getTime();
  return Number.isFinite(asked) ? Math.min(LONGEST_WISH, Math.max(0, asked)) : 0;
};

/** What becomes of a delivery that was tried `tries` times before this attempt, as often as it may be. */
export const verdictOn = (
  outcome: Outcome,
  { tries, most = DELAYS.length + 1 }: { readonly tries: number; readonly most?: number | undefined },
  now: Date,
  random: number,
): Verdict => {
  const { statusCode = 0 } = outcome;
  if (statusCode >= 200 && statusCode < 300) return { is: 'taken' };
  if (statusCode === GONE) return { is: 'gone' };
  const delay = tries + 1 < most ? DELAYS[tries] : undefined;
  if (delay === undefined) return { is: 'given-up' };
  const spread = Math.round(delay * (1 + JITTER * (2 * random - 1)));
  return { is: 'retried', afterMs: Math.max(spread, retryAfterMs(outcome.retryAfter, now)) };
};

/** What is sent along with a body. */
export const headersOf = (
  delivery: {
    readonly event_id: string;
    readonly event_type: string;
    readonly id: string;
    readonly attempts: number;
  },
  signature: string,
): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Lectern-Webhook',
  'x-lectern-signature': signature,
  'x-gitbook-signature': signature,
  'lectern-event-id': delivery.event_id,
  'lectern-event-type': delivery.event_type,
  'lectern-delivery-id': delivery.id,
  'lectern-attempt': String(delivery.attempts + 1),
});
