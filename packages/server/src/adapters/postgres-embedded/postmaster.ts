import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DataFolder, notUsable } from './data-folder.ts';
import { answeringVersion } from './database.ts';
import { codeOf } from './errors.ts';
import { identifyPostmaster } from './processes.ts';
import { fitsSocket } from './socket-folder.ts';

/** The content of `postmaster.pid`. */
export interface PostmasterFile {
  readonly pid: number;
  readonly socketFolder: string | undefined;
  readonly status: string | undefined;
}

/** The file and its modification time, because a new container assigns the same PIDs again. */
export interface WrittenPostmasterFile extends PostmasterFile {
  readonly writtenAt: number;
}

/** The state of a postmaster: running here, responding from another container, or absent. */
export type FoundPostmaster =
  | { readonly kind: 'none'; readonly leftBehind: boolean }
  | ({ readonly kind: 'running' } & PostmasterFile)
  | { readonly kind: 'elsewhere'; readonly socketFolder: string; readonly version: string };

/** Parses `postmaster.pid`, which a starting postmaster writes line by line. */
export function parsePostmasterFile(text: string): PostmasterFile | undefined {
  const lines = text.split('\n');
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10));
  if (!pid) return undefined;
  return { pid, socketFolder: lines[4]?.trim() || undefined, status: lines[7]?.trim() || undefined };
}

/** Reads `postmaster.pid` of a cluster, if there is one. */
export async function readPostmasterFile(folder: DataFolder): Promise<WrittenPostmasterFile | undefined> {
  try {
    const path = postmasterFile(folder);
    const writtenAt = (await stat(path)).mtimeMs;
    const file = parsePostmasterFile(await readFile(path, 'utf8'));
    return file && { ...file, writtenAt };
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw codeOf(error) === 'EACCES' ? notUsable(folder.path, error) : error;
  }
}

/** Finds the postmaster of a cluster; ignores a PID whose process does not work in this cluster. */
export async function findPostmaster(folder: DataFolder): Promise<FoundPostmaster> {
  const file = await readPostmasterFile(folder);
  if (!file) return { kind: 'none', leftBehind: false };
  const identity = identifyPostmaster(file.pid, folder.cluster);
  if (identity === 'ours') return { kind: 'running', ...file };
  // Another container that shares this folder has its own PIDs, but the same socket.
  const answer = await findAnswer(folder, file);
  return answer ? { kind: 'elsewhere', ...answer } : { kind: 'none', leftBehind: identity !== 'gone' };
}

/** Finds the responding socket: at the path in the file, or in this folder if it was moved. */
export async function findAnswer(
  folder: DataFolder,
  file: Pick<PostmasterFile, 'socketFolder'>,
): Promise<{ socketFolder: string; version: string } | undefined> {
  for (const socketFolder of new Set([file.socketFolder, folder.socket])) {
    if (!socketFolder || !fitsSocket(socketFolder)) continue;
    const version = await answeringVersion(socketFolder);
    if (version) return { socketFolder, version };
  }
  return undefined;
}

/** Removes the file of a dead postmaster whose PID is in use again: PostgreSQL would refuse to start. */
export async function removePostmasterFile(folder: DataFolder): Promise<void> {
  await rm(postmasterFile(folder), { force: true });
}

/** Waits until a postmaster has ended; returns whether it has. */
export async function waitUntilGone(pid: number, cluster: string, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (identifyPostmaster(pid, cluster) === 'ours') {
    if (Date.now() > deadline) return false;
    await sleep(15);
  }
  return true;
}

/** Stops a postmaster with increasingly forceful signals; returns whether it has ended. */
export async function stopPostmaster(
  pid: number,
  cluster: string,
  log: (message: string) => void,
): Promise<boolean> {
  const steps = [
    { signal: 'SIGINT', patience: 30_000 },
    { signal: 'SIGQUIT', patience: 5_000 },
    { signal: 'SIGKILL', patience: 5_000 },
  ] as const;
  for (const { signal, patience } of steps) {
    if (signal !== 'SIGINT') log(`PostgreSQL (process ${pid}) does not stop; sending ${signal}.`);
    if (!signalPostmaster(pid, cluster, signal)) return true;
    if (await waitUntilGone(pid, cluster, patience)) return true;
  }
  log(`PostgreSQL (process ${pid}) could not be stopped.`);
  return false;
}

/** Signals a postmaster if the process still belongs to this cluster. */
export function signalPostmaster(pid: number, cluster: string, signal: NodeJS.Signals): boolean {
  if (identifyPostmaster(pid, cluster) !== 'ours') return false;
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
    throw error;
  }
}

function postmasterFile(folder: DataFolder): string {
  return join(folder.cluster, 'postmaster.pid');
}
