import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from './errors.ts';
import { type Liveness, livenessOf, ownIdentity, type ProcessIdentity } from './processes.ts';

/** Who launched the database of a data folder, as written into its lock file. */
export interface Launcher extends ProcessIdentity {
  readonly token: string;
}

/** A launcher as found: `elsewhere` is one that another container runs, or ran. */
export interface FoundLauncher {
  readonly launcher: Launcher;
  readonly liveness: Liveness;
  readonly silentForMs: number;
}

/** The right to start and stop the database of a data folder. */
export interface LauncherLock {
  /** Whether the lock is still this one, and was not taken over. */
  isHeld(): Promise<boolean>;
  /** Says that a long start is still going on; only launchers that cannot see our process look at it. */
  touch(): Promise<void>;
  release(): Promise<void>;
}

/** The result of a claim: the lock, or its holder. */
export type LauncherClaim =
  | { readonly kind: 'claimed'; readonly lock: LauncherLock }
  | { readonly kind: 'held'; readonly by: FoundLauncher };

/** A launcher of another container counts as dead after this time without a sign of life, if no database responds. */
export const REMOTE_LAUNCHER_TIMEOUT_MS = 8_000;

const SUCCESSOR = '.after-';

/** Reads a lock file's text; anything damaged (a power cut leaves empty files) counts as no lock. */
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
 * Claims a lock file, taking it over from a launcher that is dead.
 *
 * Of many who see the same dead launcher only one can create the file named after its token, and only that one
 * replaces the lock; if it dies before it has, the next one follows it in the same way.
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
    // Looked at again: the dead one may have been succeeded, and all this tidied up, since the first look.
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

// A link appears with its whole content at once, so that no reader ever sees half a lock.
async function createWhole(path: string, content: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, content);
    await link(draft, path);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return false;
    // Whoever got the lock in the meantime has tidied up after all others, this draft included.
    if (code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'link') return false;
    // Some shared file systems have no links; an exclusive create is the next best.
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

// From the lock itself to the last one who began to take it over.
async function readChain(path: string): Promise<ChainLink[]> {
  const chain: ChainLink[] = [];
  for (let file = path; await exists(file); ) {
    const found = await findLauncher(file);
    // Numbered, so that two damaged files in a row do not point to each other for ever.
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
