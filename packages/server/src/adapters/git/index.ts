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
  type GitRepository,
  type NewGitCommit,
} from '../../kernel/git.ts';
import { runGit, type Surroundings, startGit } from './git-process.ts';
import { openRemote, problemOfRemote, type Remote } from './remotes.ts';

const MB = 1024 * 1024;
const LONGEST_MS = 10 * 60_000;
const LARGEST_REPOSITORY = 1024 * MB;
const LARGEST_TEXTS = 200 * MB;
const MOST_ENTRIES = 100_000;
const FETCHED = 'refs/lectern/fetched';
const MADE = 'refs/lectern/made';
// Older ones connect to whatever a name means when they connect.
const OLDEST = [2, 37] as const;
const LEFT_BEHIND_MS = 2 * LONGEST_MS;

/** What git needs to know of the installation. */
export interface GitOptions {
  readonly egress: Egress;
  /** Which folders of this machine may be used, and where repositories are fetched to for as long as they are needed. */
  readonly config: Pick<Config, 'gitFolders' | 'dataDir'>;
  readonly limits?: { readonly timeMs?: number; readonly bytes?: number };
}

const requireVersion = async (surroundings: Surroundings): Promise<void> => {
  const text = (await runGit(surroundings, ['--version'])).toString();
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(text) ?? []).slice(1).map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    throw new GitError(`The git on the server is older than ${OLDEST.join('.')}`);
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

/** What a process that was killed left behind goes when the next one comes. */
const removeLeft = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    const left = path.join(folder, name);
    const age =
      Date.now() -
      (await stat(left).then(
        ({ mtimeMs }) => mtimeMs,
        () => Date.now(),
      ));
    if (age > LEFT_BEHIND_MS) await rm(left, { recursive: true, force: true });
  }
};

/** The git of this machine, kept away from everything that it is not told of. */
export const createGit = ({ egress, config, limits = {} }: GitOptions): Git => {
  const folders = config.gitFolders.split(':').filter((folder) => folder !== '');
  const workFolder = path.join(config.dataDir, 'git');
  const open = async (
    { url, ref }: { url: string; ref: string },
    outer: AbortSignal | undefined,
  ): Promise<GitRepository> => {
    await mkdir(workFolder, { recursive: true });
    await removeLeft(workFolder);
    const folder = await mkdtemp(path.join(workFolder, 'repository-'));
    const stop = new AbortController();
    const timer = setTimeout(
      () => stop.abort(new GitError('The repository took too long')),
      limits.timeMs ?? LONGEST_MS,
    );
    const watch = setInterval(async () => {
      if ((await sizeOf(folder)) > (limits.bytes ?? LARGEST_REPOSITORY))
        stop.abort(new GitError('The repository is too large'));
    }, 500);
    const signal = outer ? AbortSignal.any([stop.signal, outer]) : stop.signal;
    const close = async () => {
      clearTimeout(timer);
      clearInterval(watch);
      stop.abort(new GitError('The repository was closed'));
      await rm(folder, { recursive: true, force: true });
    };
    try {
      const remote = await openRemote(url, { egress, folders }, signal);
      const surroundings = { folder, signal, protocols: remote.protocols, settings: remote.settings };
      await requireVersion(surroundings);
      return { ...(await fetchInto(surroundings, remote, ref)), close };
    } catch (error) {
      await close();
      throw error;
    }
  };
  return { urlErrorOf: (url) => problemOfRemote(url, folders), fetch: open };
};

const fetchInto = async (
  surroundings: Surroundings,
  remote: Remote,
  ref: string,
): Promise<Omit<GitRepository, 'close'>> => {
  await runGit(surroundings, ['init', '-q', '--bare', '--template=', '.']);
  const isThere = await runGit(surroundings, [
    'fetch',
    '-q',
    '--depth=1',
    '--no-tags',
    '--no-recurse-submodules',
    '--no-write-fetch-head',
    '--',
    remote.address,
    `+${ref}:${FETCHED}`,
  ]).then(
    () => true,
    (error: unknown) => {
      if (error instanceof GitError && /couldn't find remote ref/i.test(error.message)) return false;
      throw error instanceof GitError
        ? new GitError(`The repository could not be fetched: ${error.message}`)
        : error;
    },
  );
  const head = isThere ? await readCommit(surroundings, FETCHED) : undefined;
  const sizes = new Map<string, number>();
  for (const { oid, size } of head?.entries ?? []) sizes.set(oid, size);

  return {
    head,
    texts: async (oids) => {
      const wanted = [...new Set(oids)];
      const total = wanted.reduce((sum, oid) => sum + (sizes.get(oid) ?? 0), 0);
      if (total > LARGEST_TEXTS) throw new GitError('The pages of the repository are too long together');
      return readBlobs(surroundings, wanted);
    },
    open: (oid) => readBlob(surroundings, oid),
    commit: async (commit) => {
      await writeCommit(surroundings, commit);
      return readCommit(surroundings, MADE);
    },
    push: async (oid) => {
      try {
        const lease = `--force-with-lease=${ref}:${head?.oid ?? ''}`;
        await runGit(surroundings, [
          'push',
          '-q',
          '--no-verify',
          lease,
          '--',
          remote.address,
          `${oid}:${ref}`,
        ]);
      } catch (error) {
        if (!(error instanceof GitError)) throw error;
        const isBehind = /stale info|fetch first|non-fast-forward/i.test(error.message);
        throw new GitError(`The repository did not take the commit: ${error.message}`, isBehind);
      }
    },
  };
};

const readCommit = async (surroundings: Surroundings, ref: string): Promise<GitCommit> => {
  const oid = (await runGit(surroundings, ['rev-parse', `${ref}^{commit}`])).toString().trim();
  const message = (await runGit(surroundings, ['log', '-1', '--format=%B', oid])).toString().trim();
  const listed = (await runGit(surroundings, ['ls-tree', '-r', '-z', '--long', '--full-tree', oid]))
    .toString()
    .split('\0')
    .filter((line) => line !== '');
  if (listed.length > MOST_ENTRIES) throw new GitError('The repository has too many files');
  const entries: GitEntry[] = [];
  const skipped: string[] = [];
  for (const line of listed) {
    const [, mode, kind, blob, size, at] = /^(\d+) (\w+) ([0-9a-f]+) +(\d+|-)\t([\s\S]*)$/.exec(line) ?? [];
    if (kind === 'blob' && mode !== '120000') entries.push({ path: at!, oid: blob!, size: Number(size) });
    else skipped.push(at!);
  }
  return { oid, message, entries, skipped };
};

/** The bytes of a blob; git is started by whoever begins to read, since what it wrote to nobody is lost once it has ended. */
async function* readBlob(surroundings: Surroundings, oid: string): AsyncGenerator<Uint8Array> {
  const { input, output, ended } = startGit(surroundings, ['cat-file', 'blob', oid]);
  input.end();
  yield* output;
  await ended;
}

const readBlobs = async (
  surroundings: Surroundings,
  oids: readonly string[],
): Promise<Map<string, Buffer>> => {
  const { input, output, ended } = startGit(surroundings, ['cat-file', '--batch']);
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
    if (!Number.isInteger(size)) throw new GitError('The repository is not whole');
    found.set(oid, all.subarray(end + 1, end + 1 + size));
    at = end + size + 2;
  }
  return found;
};

const quoted = (file: string): string => `"${file.replaceAll(/["\\]/g, '\\$&')}"`;
const plain = (text: string): string => text.replaceAll(/[<>\p{Cc}]/gu, '').trim() || 'unknown';

const writeCommit = async (surroundings: Surroundings, commit: NewGitCommit): Promise<void> => {
  const { input, output, ended } = startGit(surroundings, ['fast-import', '--quiet', '--done']);
  output.resume();
  const write = async (data: string | Uint8Array) => {
    if (!input.write(data)) await Promise.race([once(input, 'drain'), ended]);
  };
  const message = Buffer.from(commit.message);
  const time = `${Math.floor(commit.at.getTime() / 1000)} +0000`;
  await write(
    [
      `commit ${MADE}`,
      `author ${plain(commit.author.name)} <${plain(commit.author.email)}> ${time}`,
      `committer Lectern <lectern@localhost> ${time}`,
      `data ${message.length}\n`,
    ].join('\n'),
  );
  await write(message);
  await write(commit.parent === undefined ? '\n' : `\nfrom ${commit.parent}\n`);
  for (const file of commit.removed) await write(`D ${quoted(file)}\n`);
  for (const { path: file, size, open } of commit.written) {
    await write(`M 100644 inline ${quoted(file)}\ndata ${size}\n`);
    let sent = 0;
    for await (const chunk of await open()) {
      sent += (chunk as Uint8Array).length;
      if (sent <= size) await write(chunk as Uint8Array);
    }
    if (sent !== size) throw new GitError(`The file ${file} has not the size that it should have`);
    await write('\n');
  }
  await write('done\n');
  input.end();
  await ended;
};
