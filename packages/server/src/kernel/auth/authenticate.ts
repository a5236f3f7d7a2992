import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import { unauthorized } from '../errors/errors.ts';
import type { Principal } from './principal.ts';
import { findPrincipal, hashSecret, touchToken } from './tokens.ts';

const CACHE_MS = 30_000;
const TOUCH_MS = 60_000;

interface CachedToken {
  readonly principal: Principal;
  readonly expiresAt: Date | null;
  touchedAt: number;
}

/** Resolves the key of a token to its principal. */
export interface Authenticator {
  authenticate(key: string | undefined): Promise<Principal>;
}

/** The hash of the bearer token in an Authorization header; empty for a malformed header. */
export const tokenKeyOf = (header: string | undefined): string | undefined => {
  if (header === undefined) return undefined;
  const secret = /^Bearer +(\S+)$/i.exec(header)?.[1];
  return secret === undefined ? '' : hashSecret(secret).toString('base64');
};

/** Costs at most one indexed query. Tokens are cached for 30 s and evicted at once when any process revokes them. */
export const createAuthenticator = (deps: {
  db: Database;
  notifications: Notifications;
  clock: Clock;
  onError: (error: unknown) => void;
}): Authenticator => {
  const known = new LRUCache<string, CachedToken>({ max: 10_000, ttl: CACHE_MS });
  const keyOfToken = new LRUCache<string, string>({ max: 10_000 });
  // A lookup that ran while a token was revoked must not be cached.
  let revocations = 0;

  deps.notifications.on('token', (tokenId) => {
    revocations++;
    const key = keyOfToken.get(tokenId);
    if (key) known.delete(key);
  });
  deps.notifications.onConnectionLost(() => {
    revocations++;
    known.clear();
  });

  const find = async (key: string): Promise<CachedToken | undefined> => {
    const cached = known.get(key);
    if (cached) return cached;
    const before = revocations;
    const found = await findPrincipal(deps.db, Buffer.from(key, 'base64'));
    if (!found) return undefined;
    const entry = { ...found, touchedAt: found.lastUsedAt?.getTime() ?? 0 };
    if (deps.notifications.connected && before === revocations) {
      known.set(key, entry);
      keyOfToken.set(found.principal.tokenId, key);
    }
    return entry;
  };

  return {
    authenticate: async (key) => {
      if (key === undefined) throw unauthorized();
      if (key === '') throw unauthorized('The Authorization header must have the form "Bearer <token>"');
      const entry = await find(key);
      const now = deps.clock.now().getTime();
      if (!entry || (entry.expiresAt && entry.expiresAt.getTime() <= now))
        throw unauthorized('The token is invalid, expired or revoked');
      if (now - entry.touchedAt > TOUCH_MS) {
        entry.touchedAt = now;
        // Bookkeeping must neither slow down nor fail the request.
        touchToken(deps.db, entry.principal.tokenId, new Date(now)).catch(deps.onError);
      }
      return entry.principal;
    },
  };
};
