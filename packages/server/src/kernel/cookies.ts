import { isRecord } from '@lectern/document';

/** Parses the Cookie header. Of several cookies of one name the first counts, which has the most specific path. */
export const parseCookies = (header: string | undefined): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const each of header?.split(';') ?? []) {
    const at = each.indexOf('=');
    const name = each.slice(0, at).trim();
    if (at > 0 && !found.has(name)) found.set(name, each.slice(at + 1).trim());
  }
  return found;
};

/** Parses a cookie that is a JSON object, percent-encoded or not; undefined for anything else. */
export const parseJsonCookie = (value: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const read: unknown = JSON.parse(value.includes('%') ? decodeURIComponent(value) : value);
    return isRecord(read) ? read : undefined;
  } catch {
    return undefined;
  }
};

/** A cookie to set. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  /** Max-Age: undefined for a session cookie, 0 to delete it. */
  readonly seconds?: number;
  /** Whether the connection uses HTTPS. */
  readonly isSecure: boolean;
  /** Default: None over HTTPS, so that pages work in frames of other sites. */
  readonly sameSite?: 'Lax' | 'None';
}

/** The Set-Cookie header of an HttpOnly cookie. */
export const setCookie = ({
  name,
  value,
  path,
  seconds,
  isSecure,
  sameSite = isSecure ? 'None' : 'Lax',
}: Cookie): string =>
  [
    `${name}=${encodeURIComponent(value)}`,
    `Path=${path}`,
    ...(seconds === undefined ? [] : [`Max-Age=${seconds}`]),
    'HttpOnly',
    ...(isSecure ? ['Secure'] : []),
    `SameSite=${sameSite}`,
  ].join('; ');
