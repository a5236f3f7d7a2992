import type pg from 'pg';
import { createIds } from '../ids.ts';

/** A finished backup. */
export interface FinishedBackup {
  readonly file: string;
  readonly bytes: number;
  readonly files: number;
  readonly missing: number;
  readonly version: string;
}

const newId = createIds();

/** Ends the snapshot of a finished backup and records it; a database of an earlier version has no table for it. */
export const recordBackup = async (client: pg.ClientBase, backup: FinishedBackup): Promise<void> => {
  await client.query('commit');
  const { rows } = await client.query("select to_regclass('backups') is not null as exists");
  if (!rows[0].exists) return;
  const { file, bytes, files, missing, version } = backup;
  await client.query(
    `insert into backups (id, file, bytes, files, missing, version, created_at)
     values ($1, $2, $3, $4, $5, $6, now())`,
    [newId(), file, bytes, files, missing, version],
  );
};
