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
  disableConstraints,
  readAppliedMigrations,
  requireEmpty,
  type TableShape,
  writeSequences,
} from './tables.ts';
import { ENTRIES, FORMAT, type Manifest, type Progress } from './write-backup.ts';

interface CheckOptions {
  readonly file: string;
  /** All that this program knows. */
  readonly migrations: readonly Migration[];
  readonly onProgress?: Progress;
}

/** What a backup is restored into. */
interface RestoreOptions {
  readonly connectionString: string;
  readonly blobs: Blobs;
}

/** What was restored. */
export interface RestoreOutcome {
  readonly manifest: Manifest;
  readonly files: number;
  /** Migrations that came after the backup was made. */
  readonly migrated: readonly string[];
}

/** A backup that was read to its end, and what there is to know before anything is made of it. */
export interface CheckedBackup extends CheckOptions {
  readonly manifest: Manifest;
  readonly jobs: readonly PendingJob[];
  readonly files: number;
}

/** Makes an empty database and a blob store what they were when a backup was made; all of it, or nothing. */
export const restoreBackup = async (
  backup: CheckedBackup,
  { connectionString, blobs }: RestoreOptions,
): Promise<RestoreOutcome> => {
  const { manifest, migrations, jobs, files } = backup;
  const client = await connectWithoutTimeout(connectionString);
  const pool = new pg.Pool({ connectionString, max: 1 });
  try {
    await requireEmpty(client);
    const known = new Set(manifest.migrations.map(({ name }) => name));
    await migrate(
      connectionString,
      migrations.filter(({ name }) => known.has(name)),
    ).catch(async (error: unknown) => {
      const ahead = (await readAppliedMigrations(client).catch(() => [])).find(({ name }) => !known.has(name));
      if (!ahead) throw error;
      throw new BackupError(
        'The database was prepared by a later version than the one that made the backup: restore into a new one.',
      );
    });
    const boss = await prepareQueues(
      pool,
      jobs.map(({ name }) => name),
    );
    await client.query('begin');
    const close = await disableConstraints(client, manifest.tables);
    await load(client, backup, blobs);
    await writeSequences(client, manifest.sequences);
    await close();
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

/** Reads the file to its end: what is damaged is refused before anything has changed. */
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
    throw new BackupError('This is not a backup of Lectern: the half of it is missing.');
  return { ...options, manifest, jobs, files };
};

const requireReadable = (name: string, manifest: Manifest, migrations: readonly Migration[]): Manifest => {
  if (name !== ENTRIES.manifest || typeof manifest.format !== 'number')
    throw new BackupError('This is not a backup of Lectern.');
  const known = new Map(migrations.map((migration) => [migration.name, checksumOf(migration)]));
  const ahead = manifest.migrations.find((applied) => known.get(applied.name) !== applied.checksum);
  if (manifest.format > FORMAT || ahead)
    throw new BackupError(
      `The backup was made by Lectern ${manifest.lectern}, which this version (or its migrations) does not know: restore it with that version or a later one.`,
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
        table = { name, into: fill(client, shapes.get(name)) };
      }
      for await (const chunk of entry.content) await put(table.into, chunk);
    } else {
      await end();
      if (!entry.name.startsWith(ENTRIES.blobs)) continue;
      onProgress('files', restored++, files);
      await loadBlob(blobs, entry);
    }
  }
  onProgress('files', restored, files);
};

const fill = (client: pg.Client, shape: TableShape | undefined) => {
  if (!shape) throw damagedError('it has rows of a table that it does not describe');
  const into = client.query(copyFrom(`copy ${copyTarget(shape)} from stdin`));
  // Told to whoever writes next, or ends it.
  into.on('error', () => {});
  return into;
};

const put = async (into: Writable, chunk: Buffer): Promise<void> => {
  if (into.errored) throw into.errored;
  if (!into.write(chunk)) await once(into, 'drain');
};

const loadBlob = async (blobs: Blobs, { name, size, content }: ArchiveEntry): Promise<void> => {
  const [, organizationId, hash] = name.split('/');
  const received = await blobs.receive(organizationId!, content, size);
  if (received.hash === hash) return received.commit();
  await received.discard();
  throw damagedError(`the bytes of ${hash} are others`);
};
