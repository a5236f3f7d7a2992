import { parseRetryAfter } from '../../../kernel/retry-after.ts';

/** The response to a delivery, or the error. */
export interface DeliveryResponse {
  readonly statusCode?: number;
  readonly retryAfter?: string | null;
  readonly error?: string;
  readonly response?: string;
}

/** The result of an attempt. */
export type DeliveryOutcome =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'given-up' }
  | { readonly kind: 'retried'; readonly afterMs: number };

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

// Delays between eight attempts, about a day in total.
const DELAYS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 15 * HOUR];
const MAX_RETRY_AFTER = 6 * HOUR;
// Delays vary by this share, so that deliveries that failed together are not retried together.
const JITTER = 0.2;
const GONE = 410;

/** The result of an attempt after `tries` earlier ones, of at most `maxTries`. */
export const webhookOutcomeOf = (
  response: DeliveryResponse,
  { tries, maxTries = DELAYS.length + 1 }: { readonly tries: number; readonly maxTries?: number | undefined },
  now: Date,
  random: number,
): DeliveryOutcome => {
  const { statusCode = 0 } = response;
  if (statusCode >= 200 && statusCode < 300) return { kind: 'delivered' };
  if (statusCode === GONE) return { kind: 'gone' };
  const delay = tries + 1 < maxTries ? DELAYS[tries] : undefined;
  if (delay === undefined) return { kind: 'given-up' };
  const delayWithJitter = Math.round(delay * (1 + JITTER * (2 * random - 1)));
  const requestedDelay = Math.min(MAX_RETRY_AFTER, parseRetryAfter(response.retryAfter, now) ?? 0);
  return { kind: 'retried', afterMs: Math.max(delayWithJitter, requestedDelay) };
};

/** The headers of a delivery. */
export const deliveryHeaders = (
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
