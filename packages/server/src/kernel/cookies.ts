/** The cookies of a request, by their names; of several with one name the first counts, as browsers put the nearest there. */
export const parseCookies = (header: string | undefined): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const each of header?.split(';') ?? []) {
    const at = each.indexOf('=');
    const name = each.slice(0, at).trim();
    if (at > 0 && !found.has(name)) found.set(name, each.slice(at + 1).trim());
  }
  return found;
};

/** The object that a cookie holds as JSON, escaped or not; undefined for anything else. */
export const parseJsonCookie = (value: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const read: unknown = JSON.parse(value.includes('%') ? decodeURIComponent(value) : value);
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? (read as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

/** A cookie to be set. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  /** Undefined as long as the browser is open, 0 to take it away. */
  readonly seconds?: number;
  /** Whether the connection is encrypted. */
  readonly isSecure: boolean;
  /** Unless said otherwise, what is sent over encrypted connections may also be read inside other pages. */
  readonly sameSite?: 'Lax' | 'None';
}

/** The header that sets a cookie, for the server alone. */
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
