import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { GitError } from '../../kernel/git.ts';

/** The environment of a git process: folder, protocols, configuration and cancellation. */
export interface GitEnvironment {
  readonly folder: string;
  readonly protocols: string;
  readonly settings: readonly (readonly [name: string, value: string])[];
  readonly signal: AbortSignal;
  /** The command that connects to SSH servers. */
  readonly sshCommand?: string | undefined;
}

/** A running git process. */
export interface GitProcess {
  readonly input: NodeJS.WritableStream;
  readonly output: Readable;
  /** Resolves when it has exited with code 0; rejects with the end of its error output. */
  readonly ended: Promise<void>;
}

const MAX_MESSAGE_LENGTH = 300;

// No configuration of the machine, no prompts, no hooks, no helpers.
const BASE_SETTINGS: readonly (readonly [string, string])[] = [
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

const processEnv = ({ folder, protocols, settings, sshCommand }: GitEnvironment): NodeJS.ProcessEnv => {
  const all = [...BASE_SETTINGS, ...settings];
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
    ...(sshCommand !== undefined && { GIT_SSH_COMMAND: sshCommand, GIT_SSH_VARIANT: 'ssh' }),
    GIT_CONFIG_COUNT: String(all.length),
    // Not as arguments, which every user of the machine can read.
    ...Object.fromEntries(
      all.flatMap(([name, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, name],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
  };
};

const lastMessage = (text: string): string =>
  text
    .replaceAll(/\/\/[^@/\s]*@/g, '//')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(-MAX_MESSAGE_LENGTH);

/** Starts a git process. */
export const startGit = (environment: GitEnvironment, args: readonly string[]): GitProcess => {
  const { folder, signal } = environment;
  signal.throwIfAborted();
  // In its own process group, so that its child processes end with it.
  const child = spawn('git', args, { cwd: folder, env: processEnv(environment), detached: true });
  const stop = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has already exited.
    }
  };
  signal.addEventListener('abort', stop, { once: true });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-4 * MAX_MESSAGE_LENGTH);
  });
  // The process may exit before it has read its input.
  child.stdin.on('error', () => {});
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new GitError('git is not installed on the server') : error),
    );
    child.once('close', (code) => {
      signal.removeEventListener('abort', stop);
      if (code === 0) resolve();
      else reject(signal.aborted ? signal.reason : new GitError(lastMessage(errors) || 'git failed'));
    });
  });
  ended.catch(() => {});
  return { input: child.stdin, output: child.stdout, ended };
};

/** Runs git, and returns its output. */
export const runGit = async (environment: GitEnvironment, args: readonly string[]): Promise<Buffer> => {
  const { input, output, ended } = startGit(environment, args);
  input.end();
  const [written] = await Promise.all([buffer(output), ended]);
  return written;
};
