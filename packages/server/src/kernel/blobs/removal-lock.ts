import { sql } from 'kysely';
import type pg from 'pg';
import type { DatabaseTransaction } from '../database/database.ts';

// Any number, the same in every process of every version.
const LOCK = 7_205_113_002;

/** Blocks the removal of blobs until the connection ends; waits for a running one. */
export const blockBlobRemoval = (client: pg.ClientBase) =>
  client.query('select pg_advisory_lock($1)', [LOCK]);

/** Whether blobs may be removed in this transaction; false while a backup copies them. */
export const mayRemoveBlobs = async (tx: DatabaseTransaction): Promise<boolean> => {
  const { rows } = await sql<{
    may: boolean;
  }>`select pg_try_advisory_xact_lock_shared(${LOCK}) as may`.execute(tx);
  return rows[0]!.may;
};
