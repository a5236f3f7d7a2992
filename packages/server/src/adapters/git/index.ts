import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../kernel/config.ts';
import type { Egress } from '../../kernel/egress.ts';
import {
  type Git,
  type GitCommit,
  type GitEntry,
  GitError,
  type GitRemote,
  type GitRepository,
  type NewGitCommit,
} from '../../kernel/git.ts';
import { type GitEnvironment, runGit, startGit } from './git-process.ts';
import { probeRepository, remoteMessage } from './probe.ts';
import { openRemote, type Remote, remoteUrlError } from './remotes.ts';
import { readHostKeys } from './ssh.ts';

const MB = 1024 * 1024;
const MAX_DURATION_MS = 10 * 60_000;
const MAX_REPOSITORY_BYTES = 1024 * MB;
const MAX_TEXT_BYTES = 200 * MB;
const MAX_ENTRIES = 100_000;
const FETCHED = 'refs/lectern/fetched';
const COMMITTED = 'refs/lectern/made';
// Older versions do not support http.curloptResolve, and resolve the host again.
const MIN_VERSION = [2, 37] as const;
const ABANDONED_MS = 2 * MAX_DURATION_MS;

/** Options of the git adapter. */
export interface GitOptions {
  readonly egress: Egress;
  /** The local folders that repositories may be in, and the folder for temporary clones. */
  readonly config: Pick<Config, 'gitFolders' | 'dataDir'>;
  readonly limits?: { readonly timeMs?: number; readonly bytes?: number };
}

const requireVersion = async (environment: GitEnvironment): Promise<void> => {
  const text = (await runGit(environment, ['--version'])).toString();
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(text) ?? []).slice(1).map(Number);
  if (major < MIN_VERSION[0] || (major === MIN_VERSION[0] && minor < MIN_VERSION[1]))
    throw new GitError(`git on the server is older than ${MIN_VERSION.join('.')}`);
};

const sizeOf = async (folder: string): Promise<number> => {
  const files = (await readdir(folder, { recursive: true }).catch(() => [])) as string[];
  const sizes = await Promise.all(
    files.map((file) =>
      stat(path.join(folder, file)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

/** Removes the clones of processes that were killed. */
const removeAbandoned = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    const clone = path.join(folder, name);
    const age =
      Date.now() -
      (await stat(clone).then(
        ({ mtimeMs }) => mtimeMs,
        () => Date.now(),
      ));
    if (age > ABANDONED_MS) await rm(clone, { recursive: true, force: true });
  }
};

/** Runs the installed git in an isolated environment. */
export const createGit = ({ egress, config, limits = {} }: GitOptions): Git => {
  const folders = config.gitFolders.split(':').filter((folder) => folder !== '');
  const workFolder = path.join(config.dataDir, 'git');
  /** Prepares a folder for git and a remote; `work` closes it, or an error does. */
  const open = async <T>(
    given: GitRemote,
    outer: AbortSignal | undefined,
    work: (environment: GitEnvironment, remote: Remote, close: () => Promise<void>) => Promise<T>,
  ): Promise<T> => {
    await mkdir(workFolder, { recursive: true });
    await removeAbandoned(workFolder);
    const folder = await mkdtemp(path.join(workFolder, 'repository-'));
    const stop = new AbortController();
    const timer = setTimeout(
      () => stop.abort(new GitError('Fetching the repository took too long')),
      limits.timeMs ?? MAX_DURATION_MS,
    );
    const watch = setInterval(async () => {
      if ((await sizeOf(folder)) > (limits.bytes ?? MAX_REPOSITORY_BYTES))
        stop.abort(new GitError('The repository is too large'));
    }, 500);
    const signal = outer ? AbortSignal.any([stop.signal, outer]) : stop.signal;
    const close = async () => {
      clearTimeout(timer);
      clearInterval(watch);
      stop.abort(new GitError('The git operation was canceled'));
      await rm(folder, { recursive: true, force: true });
    };
    try {
      const remote = await openRemote(given, { egress, folders, folder }, signal);
      const { protocols, settings, sshCommand } = remote;
      const environment = { folder, signal, protocols, settings, sshCommand };
      await requireVersion(environment);
      await runGit(environment, ['init', '-q', '--bare', '--template=', '.']);
      return await work(environment, remote, close);
    } catch (error) {
      await close();
      throw error;
    }
  };
  return {
    urlErrorOf: (url, { hasKey = false } = {}) =>
      remoteUrlError({ url, ...(hasKey && { key: true }) }, folders),
    fetch: (remote, signal) =>
      open(remote, signal, async (environment, opened, close) => ({
        ...(await fetchRepository(environment, opened, remote.ref)),
        hostKeys: () => readHostKeys(environment.folder),
        close,
      })),
    probe: (remote, signal) =>
      open(remote, signal, async (environment, opened, close) => {
        const found = await probeRepository(environment, opened);
        const hostKeys = await readHostKeys(environment.folder);
        await close();
        return { ...found, hostKeys };
      }),
  };
};

/** Fetches a ref; false if it does not exist. */
const fetchRef = async (environment: GitEnvironment, remote: Remote, ref: string): Promise<boolean> => {
  try {
    await runGit(environment, [
      'fetch',
      '-q',
      '--depth=1',
      '--no-tags',
      '--no-recurse-submodules',
      '--no-write-fetch-head',
      '--',
      remote.address,
      `+${ref}:${FETCHED}`,
    ]);
    return true;
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    if (/couldn't find remote ref/i.test(error.message)) return false;
    throw new GitError(`The repository could not be fetched: ${remoteMessage(error.message)}`);
  }
};

/** Pushes a commit, unless the ref has changed since it was fetched. */
const pushCommit = async (
  environment: GitEnvironment,
  remote: Remote,
  ref: string,
  { oid, expected }: { readonly oid: string; readonly expected: string | undefined },
): Promise<void> => {
  try {
    const lease = `--force-with-lease=${ref}:${expected ?? ''}`;
    await runGit(environment, ['push', '-q', '--no-verify', lease, '--', remote.address, `${oid}:${ref}`]);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const isBehind = /stale info|fetch first|non-fast-forward/i.test(error.message);
    throw new GitError(`The repository rejected the commit: ${remoteMessage(error.message)}`, isBehind);
  }
};

const fetchRepository = async (
  environment: GitEnvironment,
  remote: Remote,
  ref: string,
): Promise<Omit<GitRepository, 'close' | 'hostKeys'>> => {
  const head = (await fetchRef(environment, remote, ref))
    ? await readCommit(environment, FETCHED)
    : undefined;
  const sizes = new Map<string, number>();
  for (const { oid, size } of head?.entries ?? []) sizes.set(oid, size);
  return {
    head,
    texts: async (oids) => {
      const distinct = [...new Set(oids)];
      const total = distinct.reduce((sum, oid) => sum + (sizes.get(oid) ?? 0), 0);
      if (total > MAX_TEXT_BYTES) throw new GitError('The text files of the repository are too large');
      return readBlobs(environment, distinct);
    },
    open: (oid) => readBlob(environment, oid),
    commit: async (commit) => {
      await writeCommit(environment, commit);
      return readCommit(environment, COMMITTED);
    },
    push: (oid) => pushCommit(environment, remote, ref, { oid, expected: head?.oid }),
  };
};

const readCommit = async (environment: GitEnvironment, ref: string): Promise<GitCommit> => {
  const oid = (await runGit(environment, ['rev-parse', `${ref}^{commit}`])).toString().trim();
  const message = (await runGit(environment, ['log', '-1', '--format=%B', oid])).toString().trim();
  const listed = (await runGit(environment, ['ls-tree', '-r', '-z', '--long', '--full-tree', oid]))
    .toString()
    .split('\0')
    .filter((line) => line !== '');
  if (listed.length > MAX_ENTRIES) throw new GitError('The repository has too many files');
  const entries: GitEntry[] = [];
  const skipped: string[] = [];
  for (const line of listed) {
    const [, mode, kind, blob, size, at] = /^(\d+) (\w+) ([0-9a-f]+) +(\d+|-)\t([\s\S]*)$/.exec(line) ?? [];
    if (kind === 'blob' && mode !== '120000') entries.push({ path: at!, oid: blob!, size: Number(size) });
    else skipped.push(at!);
  }
  return { oid, message, entries, skipped };
};

/** The content of a blob; git is started on the first read, since unread output is lost when it exits. */
async function* readBlob(environment: GitEnvironment, oid: string): AsyncGenerator<Uint8Array> {
  const { input, output, ended } = startGit(environment, ['cat-file', 'blob', oid]);
  input.end();
  yield* output;
  await ended;
}

const readBlobs = async (
  environment: GitEnvironment,
  oids: readonly string[],
): Promise<Map<string, Buffer>> => {
  const { input, output, ended } = startGit(environment, ['cat-file', '--batch']);
  input.end(oids.map((oid) => `${oid}\n`).join(''));
  const chunks: Buffer[] = [];
  for await (const chunk of output) chunks.push(chunk as Buffer);
  await ended;
  const all = Buffer.concat(chunks);
  const found = new Map<string, Buffer>();
  let at = 0;
  for (const oid of oids) {
    const end = all.indexOf('\n', at);
    const size = Number(all.subarray(at, end).toString().split(' ')[2]);
    if (!Number.isInteger(size)) throw new GitError('The repository is incomplete');
    found.set(oid, all.subarray(end + 1, end + 1 + size));
    at = end + size + 2;
  }
  return found;
};

const quotePath = (file: string): string => `"${file.replaceAll(/["\\]/g, '\\$&')}"`;
const sanitizeName = (text: string): string => text.replaceAll(/[<>\p{Cc}]/gu, '').trim() || 'unknown';

const writeCommit = async (environment: GitEnvironment, commit: NewGitCommit): Promise<void> => {
  const { input, output, ended } = startGit(environment, ['fast-import', '--quiet', '--done']);
  output.resume();
  const write = async (data: string | Uint8Array) => {
    if (!input.write(data)) await Promise.race([once(input, 'drain'), ended]);
  };
  const message = Buffer.from(commit.message);
  const time = `${Math.floor(commit.at.getTime() / 1000)} +0000`;
  await write(
    [
      `commit ${COMMITTED}`,
      `author ${sanitizeName(commit.author.name)} <${sanitizeName(commit.author.email)}> ${time}`,
      `committer Lectern <lectern@localhost> ${time}`,
      `data ${message.length}\n`,
    ].join('\n'),
  );
  await write(message);
  await write(commit.parent === undefined ? '\n' : `\nfrom ${commit.parent}\n`);
  for (const file of commit.removed) await write(`D ${quotePath(file)}\n`);
  for (const { path: file, size, open } of commit.written) {
    await write(`M 100644 inline ${quotePath(file)}\ndata ${size}\n`);
    let sent = 0;
    for await (const chunk of await open()) {
      sent += (chunk as Uint8Array).length;
      if (sent <= size) await write(chunk as Uint8Array);
    }
    if (sent !== size) throw new GitError(`The size of ${file} changed while it was written`);
    await write('\n');
  }
  await write('done\n');
  input.end();
  await ended;
};
