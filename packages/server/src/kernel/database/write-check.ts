import { type Kysely, sql } from 'kysely';
import type { DB } from './schema.gen.ts';

// Anyone may ask whether the server is ready; the database is asked at most once in this time.
const FRESH_MS = 1000;

class RolledBack extends Error {}

// A new table takes a new block of the disk. It is rolled back, so that nothing remains.
const canWrite = (db: Kysely<DB>): Promise<boolean> =>
  db
    .transaction()
    .execute(async (tx) => {
      await sql`create table readiness_check as select 1 as written`.execute(tx);
      throw new RolledBack();
    })
    .catch((error: unknown) => error instanceof RolledBack);

/** Makes a function that tells whether a write succeeds at present. */
export const createWriteCheck = (db: Kysely<DB>): (() => Promise<boolean>) => {
  let last: { readonly at: number; readonly result: Promise<boolean> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at > FRESH_MS) last = { at: now, result: canWrite(db) };
    return last.result;
  };
};
