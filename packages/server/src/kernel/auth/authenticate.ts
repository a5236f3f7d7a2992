import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import { unauthorized } from '../errors/errors.ts';
import type { Signing } from '../signing.ts';
import { splitToken, verifyChain } from './chained-tokens.ts';
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
  /** `chain` is the signed chain of events that the token of a script carries. */
  authenticate(key: string | undefined, chain?: string): Promise<Principal>;
}

/** The key of a token: the hash of its secret. */
export const tokenKeyOf = (secret: string): string => hashSecret(secret).toString('base64');

/** The key of the bearer token in an Authorization header, and its signed chain; the key is empty for a malformed header. */
export const parseBearer = (
  header: string | undefined,
): { readonly key: string | undefined; readonly chain: string | undefined } => {
  if (header === undefined) return { key: undefined, chain: undefined };
  const token = /^Bearer +(\S+)$/i.exec(header)?.[1];
  if (token === undefined) return { key: '', chain: undefined };
  const { secret, chain } = splitToken(token);
  return { key: tokenKeyOf(secret), chain };
};

/** Costs at most one indexed query. Tokens are cached for 30 s and evicted at once when any process revokes them. */
export const createAuthenticator = (deps: {
  db: Database;
  notifications: Notifications;
  clock: Clock;
  signing: Signing;
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
    authenticate: async (key, signedChain) => {
      if (key === undefined) throw unauthorized();
      if (key === '') throw unauthorized('The Authorization header must have the form "Bearer <token>"');
      const entry = await find(key);
      const now = deps.clock.now().getTime();
      if (!entry || (entry.expiresAt && entry.expiresAt.getTime() <= now))
        throw unauthorized('The token is invalid, expired or revoked');
      const chain = signedChain === undefined ? undefined : verifyChain(deps.signing, key, signedChain);
      if (signedChain !== undefined && !chain) throw unauthorized('The token is invalid, expired or revoked');
      if (now - entry.touchedAt > TOUCH_MS) {
        entry.touchedAt = now;
        // Bookkeeping must neither slow down nor fail the request.
        touchToken(deps.db, entry.principal.tokenId, new Date(now)).catch(deps.onError);
      }
      return chain ? { ...entry.principal, chain } : entry.principal;
    },
  };
};
