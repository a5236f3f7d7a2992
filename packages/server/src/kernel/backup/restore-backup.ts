import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Blobs } from '../blobs/blobs.ts';
import { checksumOf, type Migration, migrate } from '../database/migrate.ts';
import { insertPendingJobs, type PendingJob, prepareQueues } from '../jobs/pending-jobs.ts';
import { type ArchiveEntry, BackupError, damagedError, parseJson, readArchive } from './archive.ts';
import {
  connectWithoutTimeout,
  copyTarget,
  createPartitions,
  disableConstraints,
  readAppliedMigrations,
  requireEmpty,
  type TableShape,
  writeSequences,
} from './tables.ts';
import { ENTRIES, FORMAT, type Manifest, type Progress } from './write-backup.ts';

interface CheckOptions {
  readonly file: string;
  /** The migrations of this version. */
  readonly migrations: readonly Migration[];
  readonly onProgress?: Progress;
}

/** The target of a restore. */
interface RestoreOptions {
  readonly connectionString: string;
  readonly blobs: Blobs;
}

/** The result of a restore. */
export interface RestoreOutcome {
  readonly manifest: Manifest;
  readonly files: number;
  /** Migrations that were applied because they are newer than the backup. */
  readonly migrated: readonly string[];
}

/** A backup that was read completely and found intact. */
export interface CheckedBackup extends CheckOptions {
  readonly manifest: Manifest;
  readonly jobs: readonly PendingJob[];
  readonly files: number;
}

/** Restores a backup into an empty database and a blob store, in one transaction. */
export const restoreBackup = async (
  backup: CheckedBackup,
  { connectionString, blobs }: RestoreOptions,
): Promise<RestoreOutcome> => {
  const { manifest, migrations, jobs, files } = backup;
  const client = await connectWithoutTimeout(connectionString);
  const pool = new pg.Pool({ connectionString, max: 1 });
  // The statements of a lost connection fail; without a listener the process would end instead.
  pool.on('error', () => {});
  try {
    await requireEmpty(client);
    const known = new Set(manifest.migrations.map(({ name }) => name));
    await migrate(
      connectionString,
      migrations.filter(({ name }) => known.has(name)),
    ).catch(async (error: unknown) => {
      const ahead = (await readAppliedMigrations(client).catch(() => [])).find(
        ({ name }) => !known.has(name),
      );
      if (!ahead) throw error;
      throw new BackupError(
        'The database was created by a newer version than the backup: restore into a new database.',
      );
    });
    const boss = await prepareQueues(
      pool,
      jobs.map(({ name }) => name),
    );
    await client.query('begin');
    await createPartitions(client, manifest.tables);
    const enableConstraints = await disableConstraints(client, manifest.tables);
    await load(client, backup, blobs);
    await writeSequences(client, manifest.sequences);
    await enableConstraints();
    await insertPendingJobs(boss, client, jobs);
    await client.query('commit');
    await client.query('analyze');
    await boss.stop({ graceful: false, close: false });
  } finally {
    await client.end().catch(() => {});
    await pool.end();
  }
  return { manifest, files, migrated: await migrate(connectionString, migrations) };
};

/** Reads the whole file, so that a damaged one is rejected before anything is changed. */
export const checkBackup = async (options: CheckOptions): Promise<CheckedBackup> => {
  const { file, migrations, onProgress = () => {} } = options;
  let manifest: Manifest | undefined;
  let jobs: PendingJob[] | undefined;
  let [entries, files] = [0, 0];
  for await (const { name, content } of readArchive(file)) {
    onProgress('checking', entries++);
    if (!manifest) manifest = requireReadable(name, await parseJson<Manifest>(content), migrations);
    else if (name === ENTRIES.jobs) jobs = await parseJson<PendingJob[]>(content);
    else if (name.startsWith(ENTRIES.blobs)) files += 1;
  }
  if (!manifest || !jobs)
    throw new BackupError('This is not a Lectern backup: its manifest or job list is missing.');
  return { ...options, manifest, jobs, files };
};

const requireReadable = (name: string, manifest: Manifest, migrations: readonly Migration[]): Manifest => {
  if (name !== ENTRIES.manifest || typeof manifest.format !== 'number')
    throw new BackupError('This is not a Lectern backup.');
  const known = new Map(migrations.map((migration) => [migration.name, checksumOf(migration)]));
  const ahead = manifest.migrations.find((applied) => known.get(applied.name) !== applied.checksum);
  if (manifest.format > FORMAT || ahead)
    throw new BackupError(
      `The backup was made by Lectern ${manifest.lectern}, which is newer than this version or has other migrations: restore it with that version or a later one.`,
    );
  return manifest;
};

const load = async (
  client: pg.Client,
  { file, manifest, files, onProgress = () => {} }: CheckedBackup,
  blobs: Blobs,
): Promise<void> => {
  let table: { readonly name: string; readonly into: Writable } | undefined;
  const end = async () => {
    table?.into.end();
    if (table) await finished(table.into);
    table = undefined;
  };
  const shapes = new Map(manifest.tables.map((shape) => [shape.name, shape]));
  let [tables, restored] = [0, 0];
  for await (const entry of readArchive(file)) {
    if (entry.name.startsWith(ENTRIES.tables)) {
      const name = entry.name.split('/')[1]!;
      if (table?.name !== name) {
        await end();
        onProgress('tables', tables++, shapes.size);
        table = { name, into: copyInto(client, shapes.get(name)) };
      }
      for await (const chunk of entry.content) await write(table.into, chunk);
    } else {
      await end();
      if (!entry.name.startsWith(ENTRIES.blobs)) continue;
      onProgress('files', restored++, files);
      await loadBlob(blobs, entry);
    }
  }
  onProgress('files', restored, files);
};

const copyInto = (client: pg.Client, shape: TableShape | undefined) => {
  if (!shape) throw damagedError('it has rows of a table that is not in its manifest');
  const into = client.query(copyFrom(`copy ${copyTarget(shape)} from stdin`));
  // The error is thrown by the next write, or at the end.
  into.on('error', () => {});
  return into;
};

const write = async (into: Writable, chunk: Buffer): Promise<void> => {
  if (into.errored) throw into.errored;
  if (!into.write(chunk)) await once(into, 'drain');
};

const loadBlob = async (blobs: Blobs, { name, size, content }: ArchiveEntry): Promise<void> => {
  const [, organizationId, hash] = name.split('/');
  const received = await blobs.receive(organizationId!, content, size);
  if (received.hash === hash) return received.commit();
  await received.discard();
  throw damagedError(`the content of file ${hash} does not match its hash`);
};
