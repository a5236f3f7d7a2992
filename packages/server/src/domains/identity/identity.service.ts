import type { Caller } from '../../kernel/auth/principal.ts';
import { deleteToken, findToken, insertToken, listTokens, newSecret } from '../../kernel/auth/tokens.ts';
import type { PageRequest } from '../../kernel/contract/paging.ts';
import { invalid, notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import {
  findTokenExpiry,
  findUser,
  findUsersByEmail,
  insertUsers,
  type UserRow,
  updateUser,
} from './identity.store.ts';

/** What identity needs besides the kernel. */
export interface IdentityDependencies
  extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'caughtUp'> {
  /** Every scope that tokens can have; known once all domains are. */
  readonly scopes: () => readonly string[];
}

/** The name that a user gets before they choose one: what stands before the @. */
const nameFromEmail = (email: string) => email.split('@')[0]!.slice(0, 64);

/** What a new token is to be. */
interface TokenWish {
  readonly label: string;
  readonly scopes?: readonly string[] | null;
  readonly expiresAt?: string | null;
}

/** Users and their tokens. */
export const createIdentityService = ({
  db,
  transaction,
  clock,
  newId,
  events,
  caughtUp,
  scopes,
}: IdentityDependencies) => {
  const checkScopes = (wanted: readonly string[] | undefined, held: readonly string[] | undefined) => {
    const known = new Set(scopes());
    // A limited token must not be a way to an unlimited one.
    if (held && !wanted)
      throw invalid({ path: 'body.scopes', message: 'is required when the calling token is limited' });
    wanted?.forEach((scope, index) => {
      const refuse = (message: string) => invalid({ path: `body.scopes.${index}`, message });
      if (!known.has(scope)) throw refuse(`is not a scope; there are: ${[...known].join(', ')}`);
      if (held && !held.includes(scope)) throw refuse('is not held by the calling token');
    });
    return wanted && [...new Set(wanted)];
  };

  const checkExpiry = (wanted: string | undefined, latest: Date | undefined): Date | undefined => {
    const refuse = (message: string) => invalid({ path: 'body.expiresAt', message });
    const expiresAt = wanted === undefined ? undefined : new Date(wanted);
    // The format allows what the calendar of JavaScript does not have, such as leap seconds.
    if (expiresAt && expiresAt <= clock.now()) throw refuse('must lie in the future');
    if (latest && (!expiresAt || expiresAt > latest))
      throw refuse(`must not be later than that of the calling token: ${latest.toISOString()}`);
    return expiresAt;
  };

  return {
    find: async (userId: string, readerId: string) => {
      const row = await findUser(db, userId, readerId);
      return row && { ...row, isCaller: row.id === readerId, isColleague: Boolean(row.is_colleague) };
    },

    update: (
      caller: Caller,
      userId: string,
      changes: { displayName?: string; photoURL?: string },
    ): Promise<UserRow> =>
      transaction(async (tx) => {
        const row = await updateUser(tx, userId, {
          display_name: changes.displayName?.trim(),
          photo_url: changes.photoURL,
          updated_at: clock.now(),
        });
        const fields = (['displayName', 'photoURL'] as const).filter((name) => changes[name] !== undefined);
        if (fields.length > 0)
          await events.record(tx, caller, {
            organizationId: null,
            action: 'user.updated',
            target: { type: 'user', id: row.id, label: row.display_name },
            payload: { fields },
          });
        return row;
      }),

    /** Finds or makes the users with these addresses; new ones have yet to prove theirs, unless somebody vouches. */
    ensureUsers: async (
      tx: Parameters<typeof insertUsers>[0],
      people: readonly { email: string; displayName?: string }[],
      verified = false,
    ): Promise<UserRow[]> => {
      const users = people.map(({ email, displayName }) => ({
        id: newId(),
        email,
        displayName: displayName ?? nameFromEmail(email),
        verified,
        createdAt: clock.now(),
      }));
      await insertUsers(tx, users);
      return findUsersByEmail(
        tx,
        people.map((person) => person.email),
      );
    },

    listTokens: (caller: Caller, page: PageRequest) => listTokens(db, caller.principal.userId, page),

    getToken: async (caller: Caller, tokenId: string) => {
      const row = await findToken(db, caller.principal.userId, tokenId);
      if (!row) throw notFound('token');
      return row;
    },

    createToken: async (caller: Caller, wish: TokenWish) => {
      const { userId, tokenId, scopes: held } = caller.principal;
      const wanted = checkScopes(wish.scopes ?? undefined, held);
      // A token must not outlive itself in another one.
      const latest = await findTokenExpiry(db, tokenId);
      const expiresAt = checkExpiry(wish.expiresAt ?? undefined, latest ?? undefined);
      const secret = newSecret();
      return transaction(async (tx) => {
        const row = await insertToken(tx, {
          id: newId(),
          userId,
          secret,
          label: wish.label,
          scopes: wanted,
          createdAt: clock.now(),
          expiresAt,
        });
        await events.record(tx, caller, {
          organizationId: null,
          action: 'token.created',
          target: { type: 'token', id: row.id, label: row.label },
        });
        return { row, secret };
      });
    },

    revokeToken: async (caller: Caller, tokenId: string): Promise<void> => {
      await transaction(async (tx) => {
        const row = await deleteToken(tx, caller.principal.userId, tokenId);
        if (row)
          await events.record(tx, caller, {
            organizationId: null,
            action: 'token.revoked',
            target: { type: 'token', id: row.id, label: row.label },
          });
      });
      // Whoever is told that the token is gone may rely on it.
      await caughtUp();
    },
  };
};

/** Users and their tokens. */
export type IdentityService = ReturnType<typeof createIdentityService>;
