import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from './accounts.ts';
import type { DataFolder } from './data-folder.ts';
import { codeOf, EmbeddedPostgresError } from './errors.ts';

/** The port that names the socket file; nothing listens on it. */
export const SOCKET_PORT = 5432;

/** macOS allows 103 bytes, Linux 107; the smaller one keeps a data folder portable. */
const LONGEST_SOCKET_PATH = 103;

/** The socket file that PostgreSQL creates in a folder. */
export function socketFile(folder: string): string {
  return join(folder, `.s.PGSQL.${SOCKET_PORT}`);
}

/** Whether the path of a folder is short enough for a socket. */
export function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(socketFile(folder)) <= LONGEST_SOCKET_PATH;
}

/** Candidate folders of the socket, in order of preference: beside the data, or a temporary folder with a short path. */
export function socketFolderChoices(folder: DataFolder, temporary: string): string[] {
  const name = `lectern-pg-${createHash('sha256').update(folder.path).digest('hex').slice(0, 16)}`;
  const temporaries = [...new Set([temporary, '/tmp'])].flatMap((place) => {
    const first = join(place, name);
    // Another user may have taken the name in the shared temporary folder; then the next one is used.
    return fitsSocket(`${first}-9`) ? [first, ...[1, 2, 3, 4].map((n) => `${first}-${n}`)] : [];
  });
  return fitsSocket(folder.socket) ? [folder.socket, ...temporaries] : temporaries;
}

/** Creates the folder of the socket with mode 0700, owned by the user of PostgreSQL. */
export async function makeSocketFolder(folder: DataFolder, owner: Account | undefined): Promise<string> {
  const choices = socketFolderChoices(folder, tmpdir());
  for (const path of choices) if (await makePrivateFolder(path, owner)) return path;
  throw new EmbeddedPostgresError(
    'not-writable',
    `No private folder for the Unix socket of PostgreSQL could be created (tried ${choices.join(', ')}). ` +
      'Set LECTERN_DATA_DIR to another folder with a path of less than 80 characters.',
  );
}

/** Removes a socket folder outside of the data folder. */
export async function removeTemporarySocketFolder(folder: DataFolder, path: string): Promise<void> {
  if (path !== folder.socket) await rm(path, { recursive: true, force: true });
}

/** Removes the socket files of a dead postmaster: a reused PID in the lock would prevent the next start. */
export async function clearSocketFolder(path: string): Promise<void> {
  await rm(socketFile(path), { force: true });
  await rm(`${socketFile(path)}.lock`, { force: true });
}

async function makePrivateFolder(path: string, owner: Account | undefined): Promise<boolean> {
  const wanted = owner?.uid ?? process.getuid?.() ?? 0;
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') return false;
    const found = await lstat(path);
    if (!found.isDirectory()) return false;
    if (found.uid === wanted) {
      await chmod(path, 0o700);
      return true;
    }
    // Left by an earlier start as another user: only root can remove it.
    if (process.getuid?.() !== 0) return false;
    await rm(path, { recursive: true, force: true });
    await mkdir(path, { mode: 0o700 });
  }
  await chmod(path, 0o700);
  if (owner) await chown(path, owner.uid, owner.gid);
  return true;
}
