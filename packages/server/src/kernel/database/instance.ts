import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

/** A secret of this installation, created on first use and shared by all processes. */
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

/** The claim of whoever creates the first administrator. */
export const FIRST_RUN = 'first-run';

/** A value of this installation. */
export const findInstanceValue = async (db: Database, key: string): Promise<string | undefined> =>
  (await db.selectFrom('instance_settings').select('value').where('key', '=', key).executeTakeFirst())?.value;

/** Claims a one-time action of an installation; false if it was claimed before. */
export const claimOnce = async (tx: Database, key: string, value: string): Promise<boolean> =>
  (await tx
    .insertInto('instance_settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()) !== undefined;
