import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { codeOf } from './errors.ts';

const LARGEST_LOG = 10 * 1024 * 1024;

/** Rotates a large log; keeps one older log. */
export async function rotateServerLog(path: string, largest = LARGEST_LOG): Promise<void> {
  const size = await sizeOf(path);
  if (size > largest) await rename(path, `${path}.1`);
}

/** Opens the log for PostgreSQL; follows no links, because root may write to the folder of another user. */
export async function openServerLog(path: string, owner: { uid: number; gid: number }): Promise<FileHandle> {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
  const log = await open(path, flags, 0o600).catch(async (error: unknown) => {
    // A log that root created in the folder of an ordinary user.
    if (codeOf(error) !== 'EACCES') throw error;
    await rm(path);
    return open(path, flags, 0o600);
  });
  if (process.getuid?.() === 0) await log.chown(owner.uid, owner.gid).catch(() => undefined);
  return log;
}

/** The size of the log before a start. */
export async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0;
    throw error;
  }
}

/** The last lines of the log after an offset. */
export async function lastLines(path: string, from: number, count = 20): Promise<string> {
  const end = await sizeOf(path);
  const start = Math.max(from, end - 16_384);
  if (end <= start) return '';
  const log = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(end - start);
    const { bytesRead } = await log.read(buffer, 0, buffer.length, start);
    return buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n').slice(-count).join('\n');
  } finally {
    await log.close();
  }
}
