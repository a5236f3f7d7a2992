import type { Clock } from '../clock.ts';
import { parseCookies, setCookie } from '../cookies.ts';
import type { Database } from '../database/database.ts';
import { forbidden } from '../errors/errors.ts';
import type { Principal } from './principal.ts';
import { isCrossSite, isSameOrigin, type RequestOrigin } from './same-origin.ts';
import { findSession, rotateSession, SESSION_MS, touchSession } from './sessions.ts';

const TOUCH_MS = 60_000;
const NAME = 'lectern_session';

// Such a name is kept by browsers only if no other host can have set the cookie.
const nameOf = (isSecure: boolean) => (isSecure ? `__Host-${NAME}` : NAME);

/** The cookie of a session; without a secret, the one that takes it away. */
export const sessionCookie = (secret: string | undefined, isSecure: boolean): string =>
  setCookie({
    name: nameOf(isSecure),
    value: secret ?? '',
    path: '/',
    seconds: secret === undefined ? 0 : SESSION_MS.life / 1000,
    isSecure,
    sameSite: 'Lax',
  });

/** The secret of the session that a browser holds, whether or not it lasts. */
export const sessionSecretIn = (headers: RequestOrigin['headers'], isSecure: boolean): string | undefined =>
  parseCookies(headers.cookie).get(nameOf(isSecure));

/** What a request of a browser is, as far as its session is concerned. */
export interface SessionRequest extends RequestOrigin {
  readonly method: string;
  /** Whether it is for a page: links from elsewhere lead to pages, and to nothing else. */
  readonly isPage: boolean;
}

/** Whose session a request belongs to, and the cookie that its answer has to set. */
export interface FoundSession {
  readonly principal: Principal;
  readonly cookie: string | undefined;
}

/** Turns the cookie of a browser into the principal that it speaks for. */
export interface BrowserSessions {
  /** Undefined without a session that lasts; throws when another site's page speaks through the browser. */
  find(request: SessionRequest): Promise<FoundSession | undefined>;
}

/** One indexed query a request: who is signed out is so at once, in every process. */
export const createBrowserSessions = (deps: {
  db: Database;
  clock: Clock;
  isSecure: () => boolean;
  onError: (error: unknown) => void;
}): BrowserSessions => ({
  find: async (request) => {
    const isSecure = deps.isSecure();
    const secret = sessionSecretIn(request.headers, isSecure);
    if (!secret) return undefined;
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (isReading && !request.isPage && isCrossSite(request)) return undefined;
    const now = deps.clock.now();
    const found = await findSession(deps.db, secret, now);
    if (!found) return undefined;
    if (!isReading && !isSameOrigin(request))
      throw forbidden('A session speaks only for pages of this server: this request was made by another one');
    const { principal, rotatedAt, lastUsedAt } = found;
    const id = principal.sessionId!;
    const isDue = now.getTime() - rotatedAt.getTime() > SESSION_MS.rotation;
    const renewed = isDue ? await rotateSession(deps.db, id, rotatedAt, now) : undefined;
    if (!isDue && now.getTime() - lastUsedAt.getTime() > TOUCH_MS)
      // Bookkeeping must neither slow down nor fail the request.
      touchSession(deps.db, id, now).catch(deps.onError);
    return { principal, cookie: renewed && sessionCookie(renewed, isSecure) };
  },
});
