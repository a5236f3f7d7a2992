import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { GitError } from '../../kernel/git.ts';

/** How a git is started: in which folder, with which settings, and when it has to end. */
export interface Surroundings {
  readonly folder: string;
  readonly protocols: string;
  readonly settings: readonly (readonly [name: string, value: string])[];
  readonly signal: AbortSignal;
}

/** A git that runs. */
export interface Running {
  readonly input: NodeJS.WritableStream;
  readonly output: Readable;
  /** Resolves when it has ended well; else says what it said last. */
  readonly ended: Promise<void>;
}

const LONGEST_MESSAGE = 300;

// Nothing of this machine's own settings, no questions to anybody, no hooks, no helpers.
const ALWAYS: readonly (readonly [string, string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.bigFileThreshold', '1m'],
  ['credential.helper', ''],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['submodule.recurse', 'false'],
  ['transfer.bundleURI', 'false'],
  ['http.followRedirects', 'false'],
  ['http.proxy', ''],
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '60'],
];

const environment = ({ folder, protocols, settings }: Surroundings): NodeJS.ProcessEnv => {
  const all = [...ALWAYS, ...settings];
  return {
    PATH: process.env.PATH,
    HOME: folder,
    LC_ALL: 'C',
    GIT_DIR: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: 'true',
    GIT_ALLOW_PROTOCOL: protocols,
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_CONFIG_COUNT: String(all.length),
    // In the environment and not among the arguments, which everybody on the machine can read.
    ...Object.fromEntries(
      all.flatMap(([name, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, name],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
  };
};

const said = (text: string): string =>
  text
    .replaceAll(/\/\/[^@/\s]*@/g, '//')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(-LONGEST_MESSAGE);

/** Starts git. */
export const startGit = (surroundings: Surroundings, args: readonly string[]): Running => {
  const { folder, signal } = surroundings;
  signal.throwIfAborted();
  // In a group of its own, so that those whom it starts end with it.
  const child = spawn('git', args, { cwd: folder, env: environment(surroundings), detached: true });
  const stop = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  };
  signal.addEventListener('abort', stop, { once: true });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-4 * LONGEST_MESSAGE);
  });
  // Who ends early reads no more.
  child.stdin.on('error', () => {});
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new GitError('There is no git on the server') : error),
    );
    child.once('close', (code) => {
      signal.removeEventListener('abort', stop);
      if (code === 0) resolve();
      else reject(signal.aborted ? signal.reason : new GitError(said(errors) || 'git failed'));
    });
  });
  ended.catch(() => {});
  return { input: child.stdin, output: child.stdout, ended };
};

/** Runs git to its end; what it wrote. */
export const runGit = async (surroundings: Surroundings, args: readonly string[]): Promise<Buffer> => {
  const { input, output, ended } = startGit(surroundings, args);
  input.end();
  const [written] = await Promise.all([buffer(output), ended]);
  return written;
};
