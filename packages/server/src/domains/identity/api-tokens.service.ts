import { shareLockAccount } from '../../kernel/auth/account-locks.ts';
import type { Caller, Principal } from '../../kernel/auth/principal.ts';
import { lockSession } from '../../kernel/auth/session-store.ts';
import { deleteToken, findToken, insertToken, listTokens, newSecret } from '../../kernel/auth/tokens.ts';
import type { PageRequest } from '../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { invalid, notFound, unauthorized } from '../../kernel/errors/errors.ts';
import type { Actor } from '../../kernel/events/events.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { lockTokenExpiry } from './identity.store.ts';

interface Dependencies
  extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'catchUpNotifications'> {
  /** All scopes of tokens; complete once all domains are registered. */
  readonly scopes: () => readonly string[];
}

/** A new API token. */
interface TokenInput {
  readonly label: string;
  readonly scopes?: readonly string[] | null;
  readonly expiresAt?: string | null;
}

/** Service for the API tokens of users. */
export const createApiTokensService = ({
  db,
  transaction,
  clock,
  newId,
  events,
  catchUpNotifications,
  scopes,
}: Dependencies) => {
  const checkScopes = (wanted: readonly string[] | undefined, current: readonly string[] | undefined) => {
    const known = new Set(scopes());
    // A token with limited scopes must not create one with more.
    if (current && !wanted)
      throw invalid({ path: 'body.scopes', message: 'is required if the calling token has limited scopes' });
    wanted?.forEach((scope, index) => {
      const refuse = (message: string) => invalid({ path: `body.scopes.${index}`, message });
      if (!known.has(scope)) throw refuse(`is not a scope; available scopes: ${[...known].join(', ')}`);
      if (current && !current.includes(scope)) throw refuse('is not a scope of the calling token');
    });
    return wanted && [...new Set(wanted)];
  };

  const checkExpiry = (wanted: string | undefined, latest: Date | undefined): Date | undefined => {
    const refuse = (message: string) => invalid({ path: 'body.expiresAt', message });
    const expiresAt = wanted === undefined ? undefined : new Date(wanted);
    // The format allows dates that JavaScript cannot represent, such as leap seconds.
    if (expiresAt && expiresAt <= clock.now()) throw refuse('must be in the future');
    if (latest && (!expiresAt || expiresAt > latest))
      throw refuse(`must not be later than the expiration of the calling token (${latest.toISOString()})`);
    return expiresAt;
  };

  // A new token must not outlive the calling token or its revocation; browser sessions have no such limit.
  const lockExpiry = async (tx: DatabaseTransaction, { userId, tokenId, sessionId }: Principal) => {
    await shareLockAccount(tx, userId);
    if (sessionId === undefined) return lockTokenExpiry(tx, tokenId);
    return (await lockSession(tx, sessionId)) ? null : undefined;
  };

  const insert = async (
    tx: DatabaseTransaction,
    by: Actor,
    userId: string,
    input: { label: string; scopes?: readonly string[]; expiresAt?: Date; secret?: string },
  ) => {
    const secret = input.secret ?? newSecret();
    const row = await insertToken(tx, {
      id: newId(),
      userId,
      secret,
      label: input.label,
      scopes: input.scopes,
      createdAt: clock.now(),
      expiresAt: input.expiresAt,
    });
    await events.record(tx, by, {
      organizationId: null,
      action: 'token.created',
      target: { type: 'token', id: row.id, label: row.label },
      payload: { user: userId },
    });
    return { row, secret };
  };

  return {
    insert,

    list: (caller: Caller, page: PageRequest) => listTokens(db, caller.principal.userId, page),

    get: async (caller: Caller, tokenId: string) => {
      const row = await findToken(db, caller.principal.userId, tokenId);
      if (!row) throw notFound('token');
      return row;
    },

    create: async (caller: Caller, input: TokenInput) => {
      const { userId, scopes: current } = caller.principal;
      const wanted = checkScopes(input.scopes ?? undefined, current);
      return transaction(async (tx) => {
        const latest = await lockExpiry(tx, caller.principal);
        if (latest === undefined) throw unauthorized('The token is invalid, expired or revoked');
        const expiresAt = checkExpiry(input.expiresAt ?? undefined, latest ?? undefined);
        return insert(tx, caller, userId, {
          label: input.label,
          ...(wanted && { scopes: wanted }),
          ...(expiresAt && { expiresAt }),
        });
      });
    },

    revoke: async (caller: Caller, tokenId: string): Promise<void> => {
      await transaction(async (tx) => {
        const row = await deleteToken(tx, caller.principal.userId, tokenId);
        if (row)
          await events.record(tx, caller, {
            organizationId: null,
            action: 'token.revoked',
            target: { type: 'token', id: row.id, label: row.label },
          });
      });
      // All processes know the revocation before the response is sent.
      await catchUpNotifications();
    },
  };
};

/** Service for the API tokens of users. */
export type ApiTokensService = ReturnType<typeof createApiTokensService>;
