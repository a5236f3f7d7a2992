import { createHash } from 'node:crypto';
import { parseJsonCookie } from '../../../kernel/cookies.ts';
import { CLAIM_PREFIX } from './visitor-claims.ts';

const WEEK_SECONDS = 7 * 24 * 60 * 60;
const MIN_SECONDS = 60;
const SESSION_COOKIE = 'gitbook-visitor-token~';
const OWNER_COOKIE = 'gitbook-visitor-token';

/** Where a token was sent; one of a cookie may have expired meanwhile. */
export type TokenSource = 'header' | 'query' | 'session-cookie' | 'owner-cookie';

/** A visitor token of a request. */
export interface RequestToken {
  readonly token: string;
  readonly from: TokenSource;
}

const hashOf = (basePath: string): string => createHash('sha256').update(basePath).digest('hex').slice(0, 12);

/** Name of the cookie that keeps a visitor signed in, one for each site of a host. */
export const visitorCookie = (basePath: string): string => SESSION_COOKIE + hashOf(basePath);

/** Name of the cookie of a member who previews a site. */
export const previewCookie = (basePath: string): string => `lectern-preview~${hashOf(basePath)}`;

/** Value of the cookie that keeps a visitor signed in. */
export const visitorSession = (basePath: string, token: string): string =>
  JSON.stringify({ basePath, token });

const isBelow = (path: string, basePath: string): boolean =>
  basePath === '/' || path === basePath || path.startsWith(`${basePath}/`);

/** Tokens of session cookies for a path, the longest base path first. */
const sessionTokens = (cookies: ReadonlyMap<string, string>, path: string): string[] =>
  [...cookies]
    .filter(([name]) => name.startsWith(SESSION_COOKIE))
    .flatMap(([name, value]) => {
      const { basePath, token } = parseJsonCookie(value) ?? {};
      return typeof basePath === 'string' &&
        typeof token === 'string' &&
        name === visitorCookie(basePath) &&
        isBelow(path, basePath)
        ? [{ basePath, token }]
        : [];
    })
    .sort((one, other) => other.basePath.length - one.basePath.length)
    .map(({ token }) => token);

const bearerIn = (authorization: string | undefined): string | undefined =>
  /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];

/** The visitor token of a request: of an agent, in the query, in a session cookie, or in a cookie of the owner's application. */
export const visitorTokenOf = (
  query: URLSearchParams,
  authorization: string | undefined,
  cookies: ReadonlyMap<string, string>,
  path: string,
): RequestToken | undefined => {
  const found: readonly (readonly [string | null | undefined, TokenSource])[] = [
    [bearerIn(authorization) ?? query.get('access_token'), 'header'],
    [query.get('jwt_token'), 'query'],
    [sessionTokens(cookies, path)[0], 'session-cookie'],
    [cookies.get(OWNER_COOKIE), 'owner-cookie'],
  ];
  for (const [token, from] of found) if (token) return { token, from };
  return undefined;
};

/** How long a visitor stays signed in: until the token expires, but at least a minute. */
export const sessionSeconds = (expiresAt: Date | undefined, now: Date): number =>
  expiresAt ? Math.max(Math.floor((expiresAt.getTime() - now.getTime()) / 1000), MIN_SECONDS) : WEEK_SECONDS;

/** A path with its query, without the named parameters and unsigned claims. */
export const withoutCredentials = (
  path: string,
  query: URLSearchParams,
  names: readonly string[],
): string => {
  const rest = new URLSearchParams(query);
  for (const name of [...rest.keys()])
    if (names.includes(name) || name.startsWith(CLAIM_PREFIX)) rest.delete(name);
  return rest.size > 0 ? `${path}?${rest}` : path;
};
