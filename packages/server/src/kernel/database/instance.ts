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
