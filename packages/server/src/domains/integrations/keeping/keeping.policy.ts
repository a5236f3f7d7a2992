import type { ScriptCall } from '../../../kernel/scripts.ts';

type Event = ScriptCall['event'];
type Hide = (value: unknown) => unknown;
type Mask = Hide | { readonly [field: string]: Mask };

const HIDDEN = '[hidden]';
// Names of headers are anybody's choice: whatever has such a word in it may hold one.
const SECRET_HEADER =
  /key|token|secret|auth|signature|cookie|pass(w|phrase|code)|session|credential|assertion|bearer|(^|[-_.])(sig|sign|hmac|jwt|pass|pwd|sid)($|[-_.])/i;
/** Those that have one, and are known to hold none. */
const HARMLESS_HEADER = /^((x-)?idempotency-key|sec-websocket-key)$/i;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapped = (
  value: unknown,
  change: (part: unknown, name: string) => unknown,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).map(([name, part]) => [name, change(part, name)]),
  );

const values: Hide = (value) => mapped(value, () => HIDDEN);

// What came of a sync with git has the same name as the state of a component.
const state: Hide = (value) => (value === 'success' || value === 'failure' ? value : values(value));

const parameter = (text: string): string =>
  text.includes('=') ? `${text.slice(0, text.indexOf('='))}=${HIDDEN}` : HIDDEN;

/** An address without what its parameters say: codes and tokens are among them. */
const query: Hide = (value) => {
  const [, path, mark, said] = /^([^?#]*)([?#])(.+)$/s.exec(String(value)) ?? [];
  return said === undefined ? value : `${path}${mark}${said.split(/[&#]/).map(parameter).join('&')}`;
};

const header = (value: unknown, name: string): unknown =>
  SECRET_HEADER.test(name) && !HARMLESS_HEADER.test(name)
    ? HIDDEN
    : /^referer$/i.test(name)
      ? query(value)
      : value;

/** Where events hold what somebody told an integration, which is not for everybody who reads what it was told. */
const MASKS: Mask = {
  previous: { configuration: values },
  props: values,
  state,
  action: (value) => mapped(value, (part, name) => (name === 'action' ? part : HIDDEN)),
  request: { url: query, headers: (value) => mapped(value, header) },
  visitor: { cookies: values },
  url: query,
  referrer: query,
  location: query,
};

const masked = (value: unknown, mask: Mask): unknown => {
  if (typeof mask === 'function') return mask(value);
  if (!isObject(value)) return value;
  return mapped(value, (part, name) => (Object.hasOwn(mask, name) ? masked(part, mask[name]!) : part));
};

const LARGEST = 4 * 1024;
// How many characters of texts are left: what is too large still is cut once more.
const LENGTHS = [1000, 100, 20] as const;
const LONGEST_FIELD = 200;
const PARTS_EACH = 5;
const DEEPEST = 4;

const cutText = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}…`.toWellFormed();

const cut = (value: unknown, length: number, depth = 0): unknown => {
  if (typeof value === 'string') return cutText(value, length);
  if (typeof value !== 'object' || value === null) return value;
  const most = depth < DEEPEST ? length / PARTS_EACH : 0;
  if (Array.isArray(value)) return value.slice(0, most).map((part) => cut(part, length, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, most)
      .map(([name, part]) => [cutText(name, length), cut(part, length, depth + 1)]),
  );
};

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** What is kept of an event once the script was given it: without what others told the integration, and a few kilobytes. */
export const keptOf = (event: Event): Event => {
  const { eventId, type } = event;
  const said = masked(event, MASKS);
  const fields = (change: (part: unknown) => unknown): Event => ({
    ...mapped(said, (part) => (typeof part === 'string' ? cutText(part, LONGEST_FIELD) : change(part))),
    eventId,
    type,
  });
  for (const length of LENGTHS) {
    const kept = fields((part) => cut(part, length));
    if (sizeOf(kept) <= LARGEST) return kept;
  }
  return fields((part) => (isObject(part) ? {} : Array.isArray(part) ? [] : part));
};
