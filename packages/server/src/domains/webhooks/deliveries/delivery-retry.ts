/** The response to a delivery, or the error. */
export interface DeliveryResponse {
  readonly statusCode?: number;
  readonly retryAfter?: string | null;
  readonly error?: string;
  readonly response?: string;
}

/** The result of an attempt. */
export type DeliveryOutcome =
  | { readonly is: 'delivered' }
  | { readonly is: 'gone' }
  | { readonly is: 'given-up' }
  | { readonly is: 'retried'; readonly afterMs: number };

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

// Delays between eight attempts, about a day in total.
const DELAYS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 15 * HOUR];
const MAX_RETRY_AFTER = 6 * HOUR;
// Delays vary by this share, so that deliveries that failed together are not retried together.
const JITTER = 0.2;
const GONE = 410;

/** Parses a `retry-after` header, in seconds or as a date, into milliseconds. */
export const retryAfterMs = (text: string | null | undefined, now: Date): number => {
  const value = text?.trim() ?? '';
  const delay = /^\d{1,10}$/.test(value) ? Number(value) * SECOND : Date.parse(value) - now.getTime();
  return Number.isFinite(delay) ? Math.min(MAX_RETRY_AFTER, Math.max(0, delay)) : 0;
};

/** The result of an attempt after `tries` earlier ones, of at most `most`. */
export const webhookOutcomeOf = (
  response: DeliveryResponse,
  { tries, most = DELAYS.length + 1 }: { readonly tries: number; readonly most?: number | undefined },
  now: Date,
  random: number,
): DeliveryOutcome => {
  const { statusCode = 0 } = response;
  if (statusCode >= 200 && statusCode < 300) return { is: 'delivered' };
  if (statusCode === GONE) return { is: 'gone' };
  const delay = tries + 1 < most ? DELAYS[tries] : undefined;
  if (delay === undefined) return { is: 'given-up' };
  const delayWithJitter = Math.round(delay * (1 + JITTER * (2 * random - 1)));
  return { is: 'retried', afterMs: Math.max(delayWithJitter, retryAfterMs(response.retryAfter, now)) };
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
