import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** Locks an account (FOR SHARE) while a token or session is created for it, so that a concurrent revocation of all of them sees the new one. */
export const shareLockAccount = async (tx: Database, userId: string): Promise<void> => {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forShare().execute();
};

/** Locks accounts until the transaction ends: their memberships, tokens and sessions do not change meanwhile. */
export const lockAccounts = async (tx: Database, userIds: readonly string[]): Promise<void> => {
  await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<string>`any(${userIds})`)
    // Always in the same order, and before the memberships: prevents deadlocks.
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
};
