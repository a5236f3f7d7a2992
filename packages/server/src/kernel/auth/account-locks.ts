import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** Holds an account while something is made that speaks for it: whoever ends all such things waits, and then sees it too. */
export const shareLockAccount = async (tx: Database, userId: string): Promise<void> => {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forShare().execute();
};

/** Holds accounts until the transaction ends: neither what they are members of nor what speaks for them changes meanwhile. */
export const lockAccounts = async (tx: Database, userIds: readonly string[]): Promise<void> => {
  await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<string>`any(${userIds})`)
    // In one order in every transaction, and before their memberships, so that two of them cannot wait for each other.
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
};
