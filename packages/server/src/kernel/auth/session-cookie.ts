import type { Clock } from '../clock.ts';
import { parseCookies, setCookie } from '../cookies.ts';
import type { Database } from '../database/database.ts';
import { forbidden } from '../errors/errors.ts';
import type { Principal } from './principal.ts';
import { isCrossSite, isSameOrigin, type RequestOrigin } from './same-origin.ts';
import { findSession, isSessionActive, rotateSession, SESSION_MS, touchSession } from './session-store.ts';

const TOUCH_MS = 60_000;
const NAME = 'lectern_session';

// Browsers accept the prefix only for cookies that no other host can have set.
const nameOf = (isSecure: boolean) => (isSecure ? `__Host-${NAME}` : NAME);

/** The Set-Cookie header of a session; without a secret it deletes the cookie. */
export const sessionCookie = (secret: string | undefined, isSecure: boolean): string =>
  setCookie({
    name: nameOf(isSecure),
    value: secret ?? '',
    path: '/',
    seconds: secret === undefined ? 0 : SESSION_MS.life / 1000,
    isSecure,
    sameSite: 'Lax',
  });

/** The session secret in the cookies of a request, valid or not. */
export const sessionSecretIn = (headers: RequestOrigin['headers'], isSecure: boolean): string | undefined =>
  parseCookies(headers.cookie).get(nameOf(isSecure));

/** The parts of a request that the session check needs. */
export interface SessionRequest extends RequestOrigin {
  readonly method: string;
  /** Whether a page is requested; only pages may be linked to from other sites. */
  readonly isPage: boolean;
}

/** The principal of a session, and the cookie to set in the response. */
export interface FoundSession {
  readonly principal: Principal;
  readonly cookie: string | undefined;
}

/** Resolves the session cookie of a browser to its principal. */
export interface BrowserSessions {
  /** Undefined without a valid session. Throws 403 for a write from a page of another origin. */
  find(request: SessionRequest): Promise<FoundSession | undefined>;
  /** Whether a session may still be used. */
  isActive(sessionId: string): Promise<boolean>;
}

/** Costs one indexed query per request, so that signing out takes effect at once in every process. */
export const createBrowserSessions = (deps: {
  db: Database;
  clock: Clock;
  isSecure: () => boolean;
  onError: (error: unknown) => void;
}): BrowserSessions => ({
  isActive: (sessionId) => isSessionActive(deps.db, sessionId, deps.clock.now()),
  find: async (request) => {
    const isSecure = deps.isSecure();
    const secret = sessionSecretIn(request.headers, isSecure);
    if (!secret) return undefined;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && !request.isPage && isCrossSite(request)) return undefined;
    const now = deps.clock.now();
    const found = await findSession(deps.db, secret, now);
    if (!found) return undefined;
    if (!isRead && !isSameOrigin(request))
      throw forbidden(
        'This request was sent by a page of another origin: a session is accepted only from pages of this server',
      );
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
