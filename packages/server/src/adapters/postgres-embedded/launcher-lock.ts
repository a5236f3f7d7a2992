import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from './errors.ts';
import { type Liveness, livenessOf, ownIdentity, type ProcessIdentity } from './processes.ts';

/** The process that launched the database of a data folder, as written to the lock file. */
export interface Launcher extends ProcessIdentity {
  readonly token: string;
}

/** The launcher named by a lock file; `elsewhere` is a process of another container. */
export interface FoundLauncher {
  readonly launcher: Launcher;
  readonly liveness: Liveness;
  readonly silentForMs: number;
}

/** The right to start and stop the database of a data folder. */
export interface LauncherLock {
  /** Whether the lock is still held, and was not taken over. */
  isHeld(): Promise<boolean>;
  /** Renews the lock during a long start, for launchers in other containers. */
  touch(): Promise<void>;
  release(): Promise<void>;
}

/** The result of a claim: the lock, or its holder. */
export type LauncherClaim =
  | { readonly kind: 'claimed'; readonly lock: LauncherLock }
  | { readonly kind: 'held'; readonly by: FoundLauncher };

/** The time after which a silent launcher of another container counts as dead, if no database responds. */
export const REMOTE_LAUNCHER_TIMEOUT_MS = 8_000;

const SUCCESSOR = '.after-';

/** Parses a lock file; a damaged one, such as an empty file after a power failure, counts as no lock. */
export function parseLauncher(text: string): Launcher | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { pid, startTime, pidNamespace, token } = value as Record<string, unknown>;
    if (typeof pid !== 'number' || typeof startTime !== 'string') return undefined;
    if (typeof pidNamespace !== 'string' || typeof token !== 'string') return undefined;
    return { pid, startTime, pidNamespace, token };
  } catch {
    return undefined;
  }
}

/** Finds the launcher that a lock file names. */
export async function findLauncher(path: string): Promise<FoundLauncher | undefined> {
  try {
    const launcher = parseLauncher(await readFile(path, 'utf8'));
    if (!launcher) return undefined;
    const silentForMs = Date.now() - (await stat(path)).mtimeMs;
    return { launcher, liveness: livenessOf(launcher), silentForMs };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Claims a lock file; takes it over from a dead launcher.
 *
 * Only one process can create the successor file, named after the token of the dead launcher, and only that
 * process replaces the lock. If it dies before, its own successor does, and so on.
 */
export async function claimLauncherLock(path: string): Promise<LauncherClaim> {
  const launcher: Launcher = { ...ownIdentity(), token: randomUUID() };
  const content = JSON.stringify(launcher);
  for (;;) {
    if (await createWhole(path, content)) return { kind: 'claimed', lock: heldLock(path, launcher.token) };
    const chain = await readChain(path);
    const last = chain.at(-1);
    if (!last) continue;
    if (last.found && isPresent(last.found)) return { kind: 'held', by: last.found };
    const successor = successorFile(path, last.token);
    if (!(await createWhole(successor, content))) continue;
    // Reads the chain again: another process may have taken over and removed these files since.
    const tokens = (await readChain(path)).map(({ token }) => token);
    if (tokens.join() === [...chain.map(({ token }) => token), launcher.token].join()) {
      await replaceWhole(path, content);
      await removeSuccessors(path);
      return { kind: 'claimed', lock: heldLock(path, launcher.token) };
    }
    await rm(successor, { force: true });
  }
}

/** Whether a launcher may still be running. */
export function isPresent(found: FoundLauncher): boolean {
  if (found.liveness === 'elsewhere') return found.silentForMs < REMOTE_LAUNCHER_TIMEOUT_MS;
  return found.liveness === 'alive';
}

function heldLock(path: string, token: string): LauncherLock {
  const isHeld = async () => (await readToken(path)) === token;
  return {
    isHeld,
    touch: async () => {
      if (await isHeld()) await utimes(path, new Date(), new Date());
    },
    release: async () => {
      if (await isHeld()) await rm(path, { force: true });
    },
  };
}

// A hard link appears with its complete content, so that no process reads a partial lock.
async function createWhole(path: string, content: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, content);
    await link(draft, path);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return false;
    // The new holder of the lock has already removed this file.
    if (code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'link') return false;
    // Some shared file systems have no hard links; exclusive creation is the fallback.
    if (code === 'ENOTSUP' || code === 'ENOSYS' || code === 'EPERM') return createExclusively(path, content);
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function createExclusively(path: string, content: string): Promise<boolean> {
  try {
    await writeFile(path, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function replaceWhole(path: string, content: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, content);
  await rename(draft, path);
}

interface ChainLink {
  readonly token: string;
  readonly found: FoundLauncher | undefined;
}

// The lock, followed by the successors that started to take it over.
async function readChain(path: string): Promise<ChainLink[]> {
  const chain: ChainLink[] = [];
  for (let file = path; await exists(file); ) {
    const found = await findLauncher(file);
    // Numbered, so that two damaged files in a row do not form a cycle.
    const token = found?.launcher.token ?? `damaged-${chain.length}`;
    chain.push({ token, found });
    file = successorFile(path, token);
  }
  return chain;
}

function successorFile(path: string, token: string): string {
  return `${path}${SUCCESSOR}${token}`;
}

async function removeSuccessors(path: string): Promise<void> {
  const prefix = basename(path) + SUCCESSOR;
  for (const name of await readdir(dirname(path))) {
    if (name.startsWith(prefix)) await rm(join(dirname(path), name), { force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

async function readToken(path: string): Promise<string | undefined> {
  try {
    return parseLauncher(await readFile(path, 'utf8'))?.token;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
