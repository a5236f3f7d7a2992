import { sql } from 'kysely';
import type pg from 'pg';
import type { DatabaseTransaction } from '../database/database.ts';

// Any number will do, as long as every process of every version takes the same.
const LOCK = 7_205_113_002;

/** Keeps blobs from being removed until the connection ends; waits for a removal that has begun. */
export const blockBlobRemoval = (client: pg.ClientBase) => client.query('select pg_advisory_lock($1)', [LOCK]);

/** Whether blobs may be removed in this transaction: nobody copies them, nor will before it ends. */
export const mayRemoveBlobs = async (tx: DatabaseTransaction): Promise<boolean> => {
  const { rows } = await sql<{
    may: boolean;
  }>`select pg_try_advisory_xact_lock_shared(${LOCK}) as may`.execute(tx);
  return rows[0]!.may;
};
