import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { DataFolder } from './data-folder.ts';
import { DATABASE_USER } from './database.ts';
import { codeOf, EmbeddedPostgresError } from './errors.ts';
import { giveTo, type Privileges, runProgram } from './privileges.ts';

/** The state of the cluster folder. */
export type ClusterState =
  | { readonly kind: 'absent' }
  | { readonly kind: 'present'; readonly major: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'closed'; readonly owner: number };

/** Reads the state of the cluster without changes. */
export async function readCluster(folder: DataFolder): Promise<ClusterState> {
  try {
    const names = await readdir(folder.cluster);
    if (names.length === 0) return { kind: 'absent' };
    if (!names.includes('PG_VERSION')) return { kind: 'unknown' };
    return { kind: 'present', major: (await readFile(join(folder.cluster, 'PG_VERSION'), 'utf8')).trim() };
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return { kind: 'absent' };
    if (code === 'ENOTDIR') return { kind: 'unknown' };
    if (code === 'EACCES') return { kind: 'closed', owner: (await stat(folder.cluster)).uid };
    throw error;
  }
}

/** The error if a cluster cannot be opened with these binaries. */
export function clusterProblem(
  folder: DataFolder,
  cluster: ClusterState,
  needed: Pick<Binaries, 'major' | 'version'>,
): EmbeddedPostgresError | undefined {
  if (cluster.kind === 'unknown') {
    return new EmbeddedPostgresError(
      'not-a-database',
      `${folder.cluster} exists and is not a PostgreSQL data folder (it has no PG_VERSION). ` +
        'Nothing in it was changed. Move it away, or choose another folder with LECTERN_DATA_DIR.',
    );
  }
  if (cluster.kind === 'closed') {
    return new EmbeddedPostgresError(
      'not-writable',
      `${folder.cluster} belongs to uid ${cluster.owner}, and this process runs as uid ${process.getuid?.()}. ` +
        `Start Lectern as that user or as root, change the owner as root with "chown -R ${process.getuid?.()} ` +
        `${folder.path}", or choose another folder with LECTERN_DATA_DIR.`,
    );
  }
  if (cluster.kind === 'present' && cluster.major !== String(needed.major)) {
    return new EmbeddedPostgresError(
      'other-major-version',
      `${folder.cluster} was written by PostgreSQL ${cluster.major}, but this version of Lectern includes PostgreSQL ` +
        `${needed.version}, which needs a data folder of version ${needed.major}. Nothing in it was changed. ` +
        `To upgrade: run your own PostgreSQL ${cluster.major} on the folder, dump the database "lectern" with its ` +
        'pg_dump, start this release once with a new LECTERN_DATA_DIR or a DATABASE_URL, and load the dump there with ' +
        `psql. To stay on PostgreSQL ${cluster.major}: run it on the folder and set DATABASE_URL.`,
    );
  }
  return undefined;
}

/** Creates a cluster under a temporary name and renames it when complete, so that an interrupted run leaves none. */
export async function initializeCluster(
  folder: DataFolder,
  { runAs, binaries }: Privileges,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  await removeUnfinishedClusters(folder);
  // A new name each time: initdb of a killed launcher may still write to the old folder.
  const draft = `${folder.cluster}${UNFINISHED}${randomUUID().slice(0, 8)}`;
  await mkdir(draft, { mode: 0o700 });
  await giveTo(runAs.fileOwner, draft);
  const { code, output } = await runProgram(
    runAs,
    binaries.initdb,
    ['-D', draft, '-U', DATABASE_USER, ...INITDB_OPTIONS, ...(settings.fsync === 'off' ? ['--no-sync'] : [])],
    binaries.environment,
  );
  if (code !== 0) {
    await rm(draft, { recursive: true, force: true });
    throw new EmbeddedPostgresError(
      'start-failed',
      `The database in ${folder.cluster} could not be created. Output of initdb:\n${output.split('\n').slice(-20).join('\n')}`,
    );
  }
  await rmdir(folder.cluster).catch(() => undefined);
  await rename(draft, folder.cluster);
  await syncFolder(folder.path);
}

/** The folders left by interrupted first starts. */
export async function findUnfinishedClusters(folder: DataFolder): Promise<string[]> {
  const prefix = basename(folder.cluster) + UNFINISHED;
  const names = await readdir(folder.path);
  return names.filter((name) => name.startsWith(prefix)).map((name) => join(folder.path, name));
}

const UNFINISHED = '.unfinished-';

const INITDB_OPTIONS = [
  '--encoding=UTF8',
  // Sorting by code point does not depend on a system library, whose updates could break indexes.
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--auth-local=trust',
  '--auth-host=reject',
];

async function removeUnfinishedClusters(folder: DataFolder): Promise<void> {
  for (const path of await findUnfinishedClusters(folder)) {
    await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
