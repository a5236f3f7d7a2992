import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

/** A secret of this installation, made at the first question and the same for every process. */
export const instanceSecret = async (db: Database, name: string): Promise<string> => {
  const key = `secret:${name}`;
  await db
    .insertInto('instance_settings')
    .values({ key, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('instance_settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return row.value;
};

/** Claims something that happens once in the life of an installation; false when it was claimed before. */
export const claimOnce = async (tx: Database, key: string, value: string): Promise<boolean> =>
  (await tx
    .insertInto('instance_settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()) !== undefined;
