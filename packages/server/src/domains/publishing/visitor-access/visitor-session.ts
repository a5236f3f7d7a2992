import { createHash } from 'node:crypto';
import { parseJsonCookie } from '../../../kernel/cookies.ts';
import { CLAIM_PREFIX } from './unsigned-claims.ts';

const WEEK_SECONDS = 7 * 24 * 60 * 60;
const SHORTEST_SECONDS = 60;
const KEPT = 'gitbook-visitor-token~';
const OWNERS = 'gitbook-visitor-token';

/** Where a token came from; what is kept from before may be stale without anybody's fault. */
export type TokenSource = 'header' | 'query' | 'kept' | 'owner';

/** A token that a visitor brings. */
export interface BroughtToken {
  readonly token: string;
  readonly from: TokenSource;
}

const printOf = (basePath: string): string =>
  createHash('sha256').update(basePath).digest('hex').slice(0, 12);

/** The cookie that keeps a visitor signed in, one for each site of a host. */
export const visitorCookie = (basePath: string): string => KEPT + printOf(basePath);

/** The cookie of a member who looks at a site before others do. */
export const previewCookie = (basePath: string): string => `lectern-preview~${printOf(basePath)}`;

/** What the cookie holds that keeps a visitor signed in. */
export const visitorSession = (basePath: string, token: string): string =>
  JSON.stringify({ basePath, token });

const isBelow = (path: string, basePath: string): boolean =>
  basePath === '/' || path === basePath || path.startsWith(`${basePath}/`);

/** The tokens that were kept for this path, the nearest first. */
const keptTokens = (cookies: ReadonlyMap<string, string>, path: string): string[] =>
  [...cookies]
    .filter(([name]) => name.startsWith(KEPT))
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

/** The token that a visitor brings: of an agent, in the address, kept from before, or of the owner's own application. */
export const tokenBrought = (
  query: URLSearchParams,
  authorization: string | undefined,
  cookies: ReadonlyMap<string, string>,
  path: string,
): BroughtToken | undefined => {
  const found: readonly (readonly [string | null | undefined, TokenSource])[] = [
    [bearerIn(authorization) ?? query.get('access_token'), 'header'],
    [query.get('jwt_token'), 'query'],
    [keptTokens(cookies, path)[0], 'kept'],
    [cookies.get(OWNERS), 'owner'],
  ];
  for (const [token, from] of found) if (token) return { token, from };
  return undefined;
};

/** How long a visitor stays signed in: until the token ends, but not for less than a moment. */
export const sessionSeconds = (until: Date | undefined, now: Date): number =>
  until ? Math.max(Math.floor((until.getTime() - now.getTime()) / 1000), SHORTEST_SECONDS) : WEEK_SECONDS;

/** The address without these parameters, and without what visitors say of themselves. */
export const withoutIdentity = (path: string, query: URLSearchParams, names: readonly string[]): string => {
  const rest = new URLSearchParams(query);
  for (const name of [...rest.keys()])
    if (names.includes(name) || name.startsWith(CLAIM_PREFIX)) rest.delete(name);
  return rest.size > 0 ? `${path}?${rest}` : path;
};
