import { sql } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';

const MAX_BROWSERS = 20;

/** Whether a browser signed in to an account before. */
export const isKnownBrowser = async (
  db: Database,
  userId: string,
  hash: Buffer,
  since: Date,
): Promise<boolean> =>
  (await db
    .selectFrom('known_browsers')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .where('last_used_at', '>', since)
    .executeTakeFirst()) !== undefined;

/** Records that a browser signed in to an account, which knows the latest ones only. */
export const putKnownBrowser = async (
  tx: Database,
  userId: string,
  hash: Buffer,
  at: Date,
): Promise<void> => {
  await tx
    .insertInto('known_browsers')
    .values({ user_id: userId, hash, last_used_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'hash']).doUpdateSet({ last_used_at: at }))
    .execute();
  await tx
    .deleteFrom('known_browsers')
    .where('user_id', '=', userId)
    .where(
      'hash',
      'not in',
      sql<Buffer>`(select hash from known_browsers where user_id = ${userId}
        order by last_used_at desc limit ${MAX_BROWSERS})`,
    )
    .execute();
};

/** Forgets the browsers of an account. */
export const forgetBrowsers = async (tx: Database, userId: string): Promise<void> => {
  await tx.deleteFrom('known_browsers').where('user_id', '=', userId).execute();
};

/** Deletes browsers that have not signed in for a long time. */
export const deleteExpiredBrowsers = async (db: Database, before: Date): Promise<void> => {
  await db.deleteFrom('known_browsers').where('last_used_at', '<=', before).execute();
};
