import { mkdir, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { codeOf, EmbeddedPostgresError, messageOf } from './errors.ts';

/** The paths of the embedded database in the data directory. */
export interface DataFolder {
  readonly path: string;
  readonly cluster: string;
  readonly socket: string;
  readonly log: string;
  readonly lock: string;
  readonly libraries: string;
  readonly binaries: string;
}

/** The paths in a data directory, given its real path. */
export function dataFolderAt(path: string): DataFolder {
  return {
    path,
    cluster: join(path, 'postgres'),
    socket: join(path, 'postgres-socket'),
    log: join(path, 'postgres.log'),
    lock: join(path, 'postgres-launcher.json'),
    libraries: join(path, 'postgres-libraries'),
    binaries: join(path, 'postgres-binaries'),
  };
}

/** Finds an existing data directory and resolves its real path, so that two paths of one folder are one database. */
export async function findDataFolder(dataDir: string): Promise<DataFolder | undefined> {
  try {
    const path = await realpath(resolve(dataDir));
    return (await stat(path)).isDirectory() ? dataFolderAt(path) : undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw notUsable(dataDir, error);
  }
}

/** Opens a data directory; creates it if it does not exist. */
export async function openDataFolder(dataDir: string): Promise<DataFolder> {
  try {
    await mkdir(resolve(dataDir), { recursive: true });
    return dataFolderAt(await realpath(resolve(dataDir)));
  } catch (error) {
    throw notUsable(dataDir, error);
  }
}

/** The error for a data directory that this process cannot read or write. */
export function notUsable(path: string, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'not-writable',
    `The data folder ${path} cannot be used by this process (${messageOf(cause)}). ` +
      'Choose another one with LECTERN_DATA_DIR, start Lectern as the user who owns it, ' +
      'or set DATABASE_URL to a PostgreSQL of your own.',
    { cause },
  );
}
