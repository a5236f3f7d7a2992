import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '@lectern/document';
import type { ScriptCall } from '../../../kernel/integration-scripts.ts';

type Event = ScriptCall['event'];
type Redact = (value: unknown) => unknown;
type Mask = Redact | { readonly [field: string]: Mask };

const REDACTED = '[hidden]';
// Header names are arbitrary, so any name with such a word may hold a secret.
const SECRET_HEADER =
  /key|token|secret|auth|signature|cookie|pass(w|phrase|code)|session|credential|assertion|bearer|(^|[-_.])(sig|sign|hmac|jwt|pass|pwd|sid)($|[-_.])/i;
// Exceptions that hold no secret.
const HARMLESS_HEADER = /^((x-)?idempotency-key|sec-websocket-key)$/i;

const mapValues = (
  value: unknown,
  change: (part: unknown, name: string) => unknown,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).map(([name, part]) => [name, change(part, name)]),
  );

const redactValues: Redact = (value) => mapValues(value, () => REDACTED);

// The result of a Git sync is called `state`, too, like the state of a component.
const redactState: Redact = (value) =>
  value === 'success' || value === 'failure' ? value : redactValues(value);

const redactParameter = (text: string): string =>
  text.includes('=') ? `${text.slice(0, text.indexOf('='))}=${REDACTED}` : REDACTED;

/** Redacts the values of URL parameters, which may be codes or tokens. */
const redactQuery: Redact = (value) => {
  const [, path, mark, parameters] = /^([^?#]*)([?#])(.+)$/s.exec(String(value)) ?? [];
  return parameters === undefined
    ? value
    : `${path}${mark}${parameters.split(/[&#]/).map(redactParameter).join('&')}`;
};

const redactHeader = (value: unknown, name: string): unknown =>
  SECRET_HEADER.test(name) && !HARMLESS_HEADER.test(name)
    ? REDACTED
    : /^referer$/i.test(name)
      ? redactQuery(value)
      : value;

/** Fields of events that may hold secrets, such as configurations, and must not appear in the log. */
const MASKS: Mask = {
  previous: { configuration: redactValues },
  props: redactValues,
  state: redactState,
  // An object with inputs of users, or the name of a visitor's action.
  action: (value) =>
    isRecord(value) ? mapValues(value, (part, name) => (name === 'action' ? part : REDACTED)) : value,
  request: { url: redactQuery, headers: (value) => mapValues(value, redactHeader) },
  visitor: { cookies: redactValues },
  url: redactQuery,
  referrer: redactQuery,
  location: redactQuery,
};

const applyMask = (value: unknown, mask: Mask): unknown => {
  if (typeof mask === 'function') return mask(value);
  if (!isRecord(value)) return value;
  return mapValues(value, (part, name) => (Object.hasOwn(mask, name) ? applyMask(part, mask[name]!) : part));
};

const MAX_BYTES = 4 * 1024;
// Texts are cut to these lengths, one after the other, until the event is small enough.
const TEXT_LENGTHS = [1000, 100, 20] as const;
const MAX_FIELD_LENGTH = 200;
const LENGTH_PER_ITEM = 5;
const MAX_DEPTH = 4;

const truncateText = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}…`.toWellFormed();

const truncate = (value: unknown, length: number, depth = 0): unknown => {
  if (typeof value === 'string') return truncateText(value, length);
  if (typeof value !== 'object' || value === null) return value;
  const maxItems = depth < MAX_DEPTH ? length / LENGTH_PER_ITEM : 0;
  if (Array.isArray(value)) return value.slice(0, maxItems).map((part) => truncate(part, length, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, maxItems)
      .map(([name, part]) => [truncateText(name, length), truncate(part, length, depth + 1)]),
  );
};

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Removes secrets from an event and shortens it, for the event log. */
export const redactEvent = (event: Event): Event => {
  const { eventId, type } = event;
  const redacted = applyMask(event, MASKS);
  const fields = (change: (part: unknown) => unknown): Event => ({
    ...mapValues(redacted, (part) =>
      typeof part === 'string' ? truncateText(part, MAX_FIELD_LENGTH) : change(part),
    ),
    eventId,
    type,
  });
  for (const length of TEXT_LENGTHS) {
    const shortened = fields((part) => truncate(part, length));
    if (sizeOf(shortened) <= MAX_BYTES) return shortened;
  }
  return fields((part) => (isRecord(part) ? {} : Array.isArray(part) ? [] : part));
};

/** The columns of an event in the log: what may be kept of it, and whether that is all. */
export const loggedColumns = (event: Event): { readonly payload: string; readonly is_complete: boolean } => {
  const redacted = redactEvent(event);
  return { payload: JSON.stringify(redacted), is_complete: isDeepStrictEqual(redacted, event) };
};
