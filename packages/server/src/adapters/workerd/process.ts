import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import http, { type RequestListener } from 'node:http';
import { type Dispatcher, Pool } from 'undici';
import { builtProgram } from '../../kernel/built-program.ts';
import type { Launch } from './hardening.ts';
import { createProcessUsage, type ProcessUsage } from './process-usage.ts';
import { createSocketFolder } from './socket-folder.ts';
import { startWatchdog } from './watchdog.ts';

/** Why a process of scripts ended. */
export type Ending = 'died' | 'stalled' | 'memory' | 'stopped';

/** A running workerd, terminated when it becomes unresponsive. */
export interface ScriptProcess {
  send(
    path: string,
    headers: Record<string, string>,
    body: Uint8Array,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData>;
  /** Whether it responds; if not, it is about to end. */
  isAlive(): Promise<boolean>;
  readonly usage: ProcessUsage;
  /** The time of the unanswered ping; scripts that started later cannot be the cause. */
  unresponsiveSince(): number | undefined;
  readonly ended: Promise<Ending>;
  /** The end of its output, for the log. */
  output(): string;
  stop(): Promise<void>;
}

/** Options of a process. */
export interface ProcessOptions {
  readonly launch: Launch;
  readonly heapMegabytes: number;
  /** Memory beyond which it is terminated at once. */
  readonly memoryBytes: number;
  readonly stallMs: number;
  readonly host: RequestListener;
  readonly fetchProxy: RequestListener;
}

const START_MS = 20_000;
const OUTPUT_CHARACTERS = 4000;
const HEADER_BYTES = 64 * 1024;
/** workerd closes connections after 5 idle seconds, so they are closed earlier here. */
const IDLE_CONNECTION_MS = 2000;
/** Connections from workerd, which must not be closed before workerd does. */
const IDLE_SERVER_MS = 60_000;

/** Starts workerd and resolves when it responds; throws with its output otherwise. */
export const startProcess = async (options: ProcessOptions): Promise<ScriptProcess> => {
  const folder = await createSocketFolder();
  const { sockets } = folder;
  const servers = [serverOf(options.host), serverOf(options.fetchProxy)] as const;
  const pool = new Pool('http://scripts', {
    socketPath: sockets.events,
    connections: null,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: HEADER_BYTES,
    keepAliveTimeout: IDLE_CONNECTION_MS,
  });
  const cleanUp = async () => {
    await pool.destroy();
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
    // The next start deletes a folder that remains.
    await folder.remove().catch(() => undefined);
  };
  try {
    await listen(servers[0], sockets.host);
    await listen(servers[1], sockets.gate);
    const { launch, heapMegabytes } = options;
    await folder.fill({
      dispatcher: builtProgram('dispatcher.worker.js'),
      heapMegabytes,
      owner: launch.owner,
    });
    const started = await superviseProcess(spawnIn(launch, folder.configuration), pool, options, cleanUp);
    await folder.deleteConfiguration();
    return started;
  } catch (error) {
    await cleanUp();
    throw error;
  }
};

const serverOf = (listener: RequestListener): http.Server => {
  // workerd sends no Host header to proxies.
  const server = http.createServer({ requireHostHeader: false, maxHeaderSize: HEADER_BYTES }, listener);
  server.keepAliveTimeout = IDLE_SERVER_MS;
  return server;
};

const listen = (server: http.Server, socket: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(socket, resolve);
  });

const spawnIn = (launch: Launch, configuration: string): ChildProcess => {
  const [command, ...args] = [...launch.command, 'serve', '--experimental', configuration];
  const opened = launch.opened === undefined ? undefined : openSync(launch.opened, 'r');
  const child = spawn(command!, args, {
    cwd: '/',
    env: {},
    // Logs of scripts arrive as traces.
    stdio: ['ignore', 'ignore', 'pipe', opened ?? 'ignore', launch.isWatched ? 'pipe' : 'ignore'],
    // A process group of its own: signals of the terminal do not reach it, and it is terminated as a whole.
    detached: true,
  });
  if (opened !== undefined) closeSync(opened);
  return child;
};

/** A spawned process with its output and its end. */
const watchChild = (child: ChildProcess) => {
  let ending: Ending = 'died';
  let output = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-OUTPUT_CHARACTERS);
  });
  const killGroup = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // The group has ended.
    }
  };
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      killGroup();
      resolve();
    });
    child.once('error', (error) => {
      output = error.message;
      resolve();
    });
  });
  const kill = (why: Ending) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    ending = why;
    killGroup();
  };
  return { exited, kill, ending: () => ending, output: () => output };
};

/** Waits until workerd responds; throws if it ends before. */
const waitUntilUp = async (
  ping: () => Promise<void>,
  { exited, kill, output }: ReturnType<typeof watchChild>,
): Promise<void> => {
  let hasExited = false;
  const exit = exited.then(() => {
    hasExited = true;
  });
  const startTimeout = setTimeout(() => kill('stopped'), START_MS);
  while (!(await Promise.race([isUp(ping), exit.then(() => false)]))) {
    if (hasExited)
      throw new Error(`workerd does not start: ${output().trim().split('\n')[0] || 'no output'}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  clearTimeout(startTimeout);
};

const superviseProcess = async (
  child: ChildProcess,
  pool: Pool,
  { memoryBytes, stallMs }: ProcessOptions,
  cleanUp: () => Promise<void>,
): Promise<ScriptProcess> => {
  const watched = watchChild(child);
  const { exited, kill, ending, output } = watched;
  const ping = async (): Promise<void> => {
    const { body } = await pool.request({ path: '/ping', method: 'GET' });
    await body.dump();
  };
  const usage = createProcessUsage(child.pid);
  await waitUntilUp(ping, watched);
  const watchdog = startWatchdog({ ping, usage, stallMs, memoryBytes, kill });
  const ended = exited.then(async () => {
    watchdog.stop();
    await cleanUp();
    return ending();
  });
  return {
    send: (path, headers, body, signal) => pool.request({ path, method: 'POST', headers, body, signal }),
    isAlive: async () => (await isUp(ping)) || ended.then(() => false),
    usage,
    unresponsiveSince: watchdog.unresponsiveSince,
    ended,
    output,
    stop: async () => {
      kill('stopped');
      await ended;
    },
  };
};

const isUp = (ping: () => Promise<void>): Promise<boolean> =>
  ping().then(
    () => true,
    () => false,
  );
