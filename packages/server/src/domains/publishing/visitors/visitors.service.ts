import { createHash } from 'node:crypto';

const WEEK_SECONDS = 7 * 24 * 60 * 60;
const SHORTEST_SECONDS = 60;

/** The cookie that keeps a visitor signed in, one for each site of a host. */
export const cookieName = (basePath: string): string =>
  `gitbook-visitor-token~${createHash('sha256').update(basePath).digest('hex').slice(0, 12)}`;

/** Reads one cookie of a header. */
const cookieIn = (header: string | undefined, name: string): string | undefined => {
  const found = header?.split(';').find((each) => each.trim().startsWith(`${name}=`));
  return found?.trim().slice(name.length + 1);
};

/** The token that a visitor brings: in the address, kept from before, or of the owner's own application. */
export const tokenIn = (
  query: URLSearchParams,
  cookies: string | undefined,
  basePath: string,
): string | undefined => {
  const given = query.get('jwt_token');
  if (given) return given;
  // Most bring none, and need no name of one.
  if (cookies === undefined) return undefined;
  const kept = cookieIn(cookies, cookieName(basePath));
  if (kept === undefined) return cookieIn(cookies, 'gitbook-visitor-token');
  try {
    const { token } = JSON.parse(decodeURIComponent(kept)) as { token?: unknown };
    return typeof token === 'string' ? token : undefined;
  } catch {
    return undefined;
  }
};

/** The header that keeps a visitor signed in until the token ends. */
export const keepingCookie = (
  basePath: string,
  token: string,
  {
    until,
    now,
    isSecure,
  }: { readonly until: Date | undefined; readonly now: Date; readonly isSecure: boolean },
): string => {
  const left = until ? Math.floor((until.getTime() - now.getTime()) / 1000) : WEEK_SECONDS;
  return [
    `${cookieName(basePath)}=${encodeURIComponent(JSON.stringify({ basePath, token }))}`,
    `Path=${basePath}`,
    `Max-Age=${Math.max(left, SHORTEST_SECONDS)}`,
    'HttpOnly',
    ...(isSecure ? ['Secure', 'SameSite=None'] : ['SameSite=Lax']),
  ].join('; ');
};

/** The address without what signed the visitor in. */
export const withoutToken = (path: string, query: URLSearchParams): string => {
  const rest = new URLSearchParams(query);
  for (const name of [...rest.keys()])
    if (name === 'jwt_token' || name.startsWith('visitor.')) rest.delete(name);
  return rest.size > 0 ? `${path}?${rest}` : path;
};
