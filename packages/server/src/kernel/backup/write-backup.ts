import { rename, rm, stat } from 'node:fs/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Blobs } from '../blobs/blobs.ts';
import { blockBlobRemoval } from '../blobs/removal-lock.ts';
import { listPendingJobs } from '../jobs/pending-jobs.ts';
import { type Archive, BackupError, createArchive } from './archive.ts';
import { recordBackup } from './record-backup.ts';
import {
  connectWithoutTimeout,
  copyTarget,
  listTables,
  lockTables,
  readAppliedMigrations,
  readSequences,
  type TableShape,
} from './tables.ts';

/** The version of the backup format. */
export const FORMAT = 1;

/** The first entry of a backup: version, migrations and tables. */
export interface Manifest {
  readonly format: number;
  readonly lectern: string;
  readonly createdAt: string;
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
  readonly tables: readonly TableShape[];
  readonly sequences: Readonly<Record<string, string>>;
}

/** Reports the progress of a backup or restore. */
export type Progress = (doing: 'checking' | 'tables' | 'files', done: number, total?: number) => void;

/** Source and target of a backup. */
export interface BackupOptions {
  readonly file: string;
  readonly connectionString: string;
  readonly blobs: Blobs;
  readonly version: string;
  readonly onProgress?: Progress;
}

/** The result of a backup. */
export interface BackupOutcome {
  readonly files: number;
  /** Blobs whose upload had not finished. */
  readonly pending: number;
  /** Blobs that are missing in the store. */
  readonly missing: number;
  readonly bytes: number;
  /** Why the finished backup is not in the list of backups. */
  readonly unrecorded?: string;
}

/** Names of entries. */
export const ENTRIES = { manifest: 'backup.json', tables: 'tables/', jobs: 'jobs.json', blobs: 'blobs/' };

const PART_BYTES = 1024 * 1024;
const LISTED_AT_ONCE = 1000;
// Uploads that never finish are removed by the daily clean-up before that.
const PENDING_MS = 3 * 24 * 60 * 60 * 1000;

/** Writes a consistent backup of an installation to one file while the server keeps running. */
export const writeBackup = async (options: BackupOptions): Promise<BackupOutcome> => {
  const { file, connectionString } = options;
  const unfinished = `${file}.unfinished`;
  if (await stat(file).catch(() => undefined))
    throw new BackupError(`${file} already exists: choose another file name.`);
  await rm(unfinished, { force: true });
  const client = await connectWithoutTimeout(connectionString);
  const archive = createArchive(unfinished);
  try {
    // Before the snapshot is taken, so that no blob it refers to is removed.
    await blockBlobRemoval(client);
    await client.query('begin isolation level repeatable read, read only');
    const found = await copyAll(client, archive, options);
    await archive.finish();
    await rename(unfinished, file);
    const done = { ...found, bytes: (await stat(file)).size };
    // The backup is complete, also if the database does not answer any more.
    const unrecorded = await recordBackup(client, { file, version: options.version, ...done }).then(
      () => undefined,
      ({ message }: Error) => message,
    );
    return unrecorded === undefined ? done : { ...done, unrecorded };
  } catch (error) {
    await archive.discard();
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
};

const copyAll = async (
  client: pg.Client,
  archive: Archive,
  { blobs, version, onProgress = () => {} }: BackupOptions,
) => {
  const tables = await listTables(client);
  if (tables.length === 0) throw new BackupError('There is nothing to back up: the database has no tables.');
  await lockTables(client, tables);
  const manifest: Manifest = {
    format: FORMAT,
    lectern: version,
    createdAt: new Date().toISOString(),
    migrations: await readAppliedMigrations(client),
    tables,
    sequences: await readSequences(client),
  };
  await archive.add(ENTRIES.manifest, json(manifest));
  for (const [index, table] of tables.entries()) {
    onProgress('tables', index, tables.length);
    await copyTable(client, archive, table);
  }
  onProgress('tables', tables.length, tables.length);
  await archive.add(ENTRIES.jobs, json(await listPendingJobs(client)));
  return copyBlobs(client, archive, blobs, onProgress);
};

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

// In parts, because the header of an entry has its size.
const copyTable = async (client: pg.Client, archive: Archive, table: TableShape): Promise<void> => {
  let parts = 0;
  let waiting: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    parts += 1;
    const name = `${ENTRIES.tables}${table.name}/${String(parts).padStart(6, '0')}`;
    await archive.add(name, Buffer.concat(waiting));
    [waiting, size] = [[], 0];
  };
  for await (const chunk of client.query(copyTo(`copy ${copyTarget(table)} to stdout`))) {
    waiting.push(chunk);
    size += chunk.length;
    if (size >= PART_BYTES) await flush();
  }
  if (size > 0) await flush();
};

const copyBlobs = async (client: pg.Client, archive: Archive, blobs: Blobs, onProgress: Progress) => {
  const total = Number((await client.query('select count(*) from blobs')).rows[0].count);
  let [files, pending, missing] = [0, 0, 0];
  for (let after = ['', '']; ; ) {
    const { rows } = await client.query<{ organization_id: string; hash: string; touched_at: Date }>(
      'select organization_id, hash, touched_at from blobs where (organization_id, hash) > ($1, $2) order by 1, 2 limit $3',
      [...after, LISTED_AT_ONCE],
    );
    for (const { organization_id: organizationId, hash, touched_at } of rows) {
      onProgress('files', files, total);
      const size = await blobs.sizeOf(organizationId, hash);
      const content = size === undefined ? undefined : await blobs.open(organizationId, hash);
      // The row is inserted before the upload, and nothing refers to it until the upload is done.
      if (!content && touched_at.getTime() > Date.now() - PENDING_MS) pending += 1;
      else if (!content) missing += 1;
      else {
        await archive.addStream(`${ENTRIES.blobs}${organizationId}/${hash}`, size!, content);
        files += 1;
      }
    }
    if (rows.length < LISTED_AT_ONCE) break;
    after = [rows.at(-1)!.organization_id, rows.at(-1)!.hash];
  }
  onProgress('files', files, total);
  if (missing > 0 && files === 0)
    throw new BackupError(
      `None of the ${total} files was found: check that the settings are those of the server.`,
    );
  return { files, pending, missing };
};
