import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import http, { type RequestListener } from 'node:http';
import { type Dispatcher, Pool } from 'undici';
import { builtProgram } from '../../kernel/built-program.ts';
import { makeFolder } from './folder.ts';
import type { Launch } from './hardening.ts';
import { type Usage, usageOf } from './usage.ts';
import { startWatchdog } from './watchdog.ts';

/** Why a process of scripts is no more. */
export type Ending = 'died' | 'stalled' | 'memory' | 'stopped';

/** A running workerd, watched: it answers, or it is ended. */
export interface ScriptProcess {
  send(
    path: string,
    headers: Record<string, string>,
    body: Uint8Array,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData>;
  /** Whether it still answers; where it does not, it is about to end. */
  isAlive(): Promise<boolean>;
  readonly usage: Usage;
  /** Since when it owes us a sign of life: what began later cannot have held it up. */
  silentSince(): number | undefined;
  readonly ended: Promise<Ending>;
  /** What it said at last, for the log. */
  said(): string;
  stop(): Promise<void>;
}

/** What a process needs. */
export interface ProcessOptions {
  readonly launch: Launch;
  readonly heapMegabytes: number;
  /** More than this, and it is ended at once. */
  readonly memoryBytes: number;
  readonly stallMs: number;
  readonly host: RequestListener;
  readonly gate: RequestListener;
}

const START_MS = 20_000;
const SAID_CHARACTERS = 4000;
const HEADER_BYTES = 64 * 1024;
/** workerd closes connections that were idle for 5 seconds: we let go of them before. */
const IDLE_CONNECTION_MS = 2000;
/** And it lets go of those to us after as long, which we must not do before. */
const IDLE_SERVER_MS = 60_000;

/** Starts workerd and resolves when it answers; throws with what it said where it does not. */
export const startProcess = async (options: ProcessOptions): Promise<ScriptProcess> => {
  const folder = await makeFolder();
  const { sockets } = folder;
  const servers = [serverOf(options.host), serverOf(options.gate)] as const;
  const pool = new Pool('http://scripts', {
    socketPath: sockets.events,
    connections: null,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: HEADER_BYTES,
    keepAliveTimeout: IDLE_CONNECTION_MS,
  });
  const letGo = async () => {
    await pool.destroy();
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
    // What cannot be removed is a leftover for the next start.
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
    const started = await watch(spawnIn(launch, folder.configuration), pool, options, letGo);
    await folder.forgetConfiguration();
    return started;
  } catch (error) {
    await letGo();
    throw error;
  }
};

const serverOf = (listener: RequestListener): http.Server => {
  // In the style of a proxy, workerd sends no Host.
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
    // What scripts log comes by their traces too.
    stdio: ['ignore', 'ignore', 'pipe', opened ?? 'ignore', launch.isWatched ? 'pipe' : 'ignore'],
    // A group of its own: what a terminal sends to us is not for it, and whatever belongs to it ends with it.
    detached: true,
  });
  if (opened !== undefined) closeSync(opened);
  return child;
};

const watch = async (
  child: ChildProcess,
  pool: Pool,
  { memoryBytes, stallMs }: ProcessOptions,
  letGo: () => Promise<void>,
): Promise<ScriptProcess> => {
  let ending: Ending = 'died';
  let said = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-SAID_CHARACTERS);
  });
  const endGroup = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // There is none left.
    }
  };
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      endGroup();
      resolve();
    });
    child.once('error', (error) => {
      said = error.message;
      resolve();
    });
  });
  const kill = (why: Ending) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    ending = why;
    endGroup();
  };
  const ping = async (): Promise<void> => {
    const { body } = await pool.request({ path: '/ping', method: 'GET' });
    await body.dump();
  };
  const usage = usageOf(child.pid);
  let isOver = false;
  const over = exited.then(() => {
    isOver = true;
  });
  const impatience = setTimeout(() => kill('stopped'), START_MS);
  while (!(await Promise.race([isUp(ping), over.then(() => false)]))) {
    if (isOver) throw new Error(`workerd does not start: ${said.trim().split('\n')[0] || 'it says nothing'}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  clearTimeout(impatience);

  const watchdog = startWatchdog({ ping, usage, stallMs, memoryBytes, kill });
  const ended = over.then(async () => {
    watchdog.stop();
    await letGo();
    return ending;
  });
  return {
    send: (path, headers, body, signal) => pool.request({ path, method: 'POST', headers, body, signal }),
    isAlive: async () => (await isUp(ping)) || ended.then(() => false),
    usage,
    silentSince: watchdog.silentSince,
    ended,
    said: () => said,
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
