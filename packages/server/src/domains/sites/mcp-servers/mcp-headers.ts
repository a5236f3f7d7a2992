import { type ErrorDetail, invalid } from '../../../kernel/errors/errors.ts';

/** Headers by their name. */
export type Headers = Readonly<Record<string, string>>;

/** What responses contain instead of the value of a header. */
export const HIDDEN = '••••••••';

const MAX_HEADERS = 20;
const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
// What a line of HTTP can hold: printable ASCII, without space at its ends.
const VALUE = /^[!-~](?:[ -~]*[!-~])?$/;
const RESERVED = new Set(
  'accept connection content-encoding content-length content-type expect host keep-alive last-event-id mcp-protocol-version mcp-session-id proxy-authorization proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);

const problemOf = (name: string, value: string, others: ReadonlySet<string>): string | undefined => {
  if (!NAME.test(name)) return 'is not the name of a header';
  if (RESERVED.has(name.toLowerCase())) return 'is set by this server';
  if (others.has(name.toLowerCase())) return 'is there twice';
  if (value !== HIDDEN && !VALUE.test(value)) return 'must be printable ASCII characters';
  return undefined;
};

/** Rejects headers that cannot be sent. */
const checkHeaders = (headers: Headers): void => {
  const all = Object.entries(headers);
  if (all.length > MAX_HEADERS)
    throw invalid({ path: 'body.headers', message: `must not have more than ${MAX_HEADERS} headers` });
  const seen = new Set<string>();
  const problems = all.flatMap(([name, value]): ErrorDetail[] => {
    const message = problemOf(name, value, seen);
    seen.add(name.toLowerCase());
    return message ? [{ path: `body.headers.${name}`, message }] : [];
  });
  if (problems.length > 0) throw invalid(...problems);
};

/** New headers; hidden values are those that the header had. */
export const mergeHeaders = (given: Headers, current: Headers): Headers => {
  checkHeaders(given);
  const known = new Map(Object.entries(current).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const kept = value === HIDDEN ? known.get(name.toLowerCase()) : value;
      if (kept === undefined)
        throw invalid({ path: `body.headers.${name}`, message: 'is hidden, and there is no value to keep' });
      return [name, kept];
    }),
  );
};

/** Whether headers are sent to another server than before. */
export const isElsewhere = (before: string, after: string): boolean =>
  new URL(before).origin !== new URL(after).origin;

/** Headers as responses show them. */
export const hidden = (names: readonly string[]): Headers =>
  Object.fromEntries(names.map((name) => [name, HIDDEN]));
