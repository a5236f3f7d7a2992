import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataFolder } from './data-folder.ts';
import { EmbeddedPostgresError, messageOf } from './errors.ts';
import {
  findPostmaster,
  readPostmasterFile,
  removePostmasterFile,
  stopPostmaster,
  waitUntilGone,
} from './postmaster.ts';
import { childEnvironment, type Privileges } from './privileges.ts';
import { lastLines, openServerLog, sizeOf } from './server-log.ts';
import { clearSocketFolder, SOCKET_PORT } from './socket-folder.ts';

/** A postmaster that this process is responsible for. */
export interface OwnedPostmaster {
  readonly pid: number;
  readonly socketFolder: string;
  /** Resolves with a few words when the process has ended, for whatever reason. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/** What a start needs to know. */
export interface StartOrder {
  readonly folder: DataFolder;
  readonly privileges: Privileges;
  readonly socketFolder: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (message: string) => void;
  readonly onProgress: (message: string) => void;
}

/** How long the remains of a killed postmaster may keep the next one from starting. */
const PATIENCE_WITH_REMAINS_MS = 15_000;

/** Recovery after a crash reads the log again since the last checkpoint, which may take a while. */
const PATIENCE_WITH_RECOVERY_MS = 600_000;

const REMAINS = /lock file "[^"]*" already exists|pre-existing shared memory block|is still in use/;

/** The command line of the postmaster. */
export function postmasterArguments(
  order: Pick<StartOrder, 'folder' | 'socketFolder' | 'settings'>,
): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: `"${order.socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    logging_collector: 'off',
    log_destination: 'stderr',
    ...order.settings,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', order.folder.cluster, '-p', String(SOCKET_PORT), ...options];
}

/** Starts the postmaster of a cluster that has none, waiting for the remains of a killed one to go. */
export async function startPostmaster(order: StartOrder): Promise<OwnedPostmaster> {
  const deadline = Date.now() + PATIENCE_WITH_REMAINS_MS;
  for (;;) {
    await clearRemains(order);
    const before = await readPostmasterFile(order.folder);
    const logStart = await sizeOf(order.folder.log);
    const { child, ended } = await spawnPostmaster(order);
    const failure = await waitUntilReady(order, child, ended, before?.writtenAt);
    if (!failure) return ownedChild(order, child, ended);
    const said = await lastLines(order.folder.log, logStart);
    if (!REMAINS.test(said) || Date.now() > deadline) throw startFailed(order.folder, failure, said);
    order.onProgress('Waiting for the last PostgreSQL of this data folder to go away…');
    await sleep(250);
  }
}

/** Takes responsibility for a postmaster whose launcher is dead. */
export function adoptPostmaster(
  folder: DataFolder,
  pid: number,
  socketFolder: string,
  log: (message: string) => void,
): OwnedPostmaster {
  // It is not our child, so its end is only seen by looking.
  const ended = new Promise<string>((resolve) => {
    const look = setInterval(async () => {
      if (!(await waitUntilGone(pid, folder.cluster, 0))) return;
      clearInterval(look);
      resolve('is gone');
    }, 500);
    look.unref();
  });
  return {
    pid,
    socketFolder,
    ended,
    stop: async () => void (await stopPostmaster(pid, folder.cluster, log)),
  };
}

async function clearRemains({ folder, socketFolder }: StartOrder): Promise<void> {
  const found = await findPostmaster(folder);
  if (found.kind !== 'none') {
    throw new EmbeddedPostgresError(
      'held',
      `Another PostgreSQL runs on ${folder.cluster} ` +
        (found.kind === 'running' ? `(process ${found.pid}).` : '(in another container).'),
    );
  }
  if (found.leftBehind) await removePostmasterFile(folder);
  await clearSocketFolder(socketFolder);
}

async function spawnPostmaster(
  order: StartOrder,
): Promise<{ readonly child: ChildProcess; readonly ended: Promise<string> }> {
  const { runAs, binaries } = order.privileges;
  const owner = runAs.fileOwner ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const log = await openServerLog(order.folder.log, owner);
  try {
    const [command = '', ...args] = [...runAs.prefix, binaries.postgres, ...postmasterArguments(order)];
    const child = spawn(command, args, {
      cwd: '/',
      env: childEnvironment(binaries.environment),
      stdio: ['ignore', log.fd, log.fd],
      // Its own process group: Ctrl-C in a terminal must reach only Lectern, which still has work to write.
      detached: true,
      uid: runAs.user?.uid,
      gid: runAs.user?.gid,
    });
    child.unref();
    // Before anything else is waited for: one that refuses to start ends at once, and says so only once.
    return { child, ended: endOf(child) };
  } finally {
    await log.close();
  }
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`could not be run: ${messageOf(error)}`));
    child.once('exit', (code, signal) => {
      resolve(signal ? `was ended by ${signal}` : `ended with code ${code}`);
    });
  });
}

async function waitUntilReady(
  order: StartOrder,
  child: ChildProcess,
  ended: Promise<string>,
  staleSince: number | undefined,
): Promise<string | undefined> {
  let failure: string | undefined;
  void ended.then((how) => {
    failure = how;
  });
  const begin = Date.now();
  let told = false;
  while (failure === undefined) {
    const file = await readPostmasterFile(order.folder);
    const isNew = file?.pid === child.pid && file?.writtenAt !== staleSince;
    if (isNew && file?.status === 'ready') return undefined;
    const waited = Date.now() - begin;
    if (waited > PATIENCE_WITH_RECOVERY_MS) {
      child.kill('SIGKILL');
      return `was not ready after ${PATIENCE_WITH_RECOVERY_MS / 1000} seconds`;
    }
    if (waited > 5_000 && !told) {
      told = true;
      order.onProgress('PostgreSQL is recovering what was not yet written in its last run…');
    }
    await sleep(10);
  }
  return failure;
}

function ownedChild(order: StartOrder, child: ChildProcess, ended: Promise<string>): OwnedPostmaster {
  const pid = child.pid ?? 0;
  return {
    pid,
    socketFolder: order.socketFolder,
    ended,
    stop: async () => {
      const isGone = await stopPostmaster(pid, order.folder.cluster, order.log);
      // The end of the process is one thing, being reaped by us another.
      child.ref();
      if (isGone) await ended;
    },
  };
}

function startFailed(folder: DataFolder, failure: string, said: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'start-failed',
    `The embedded PostgreSQL ${failure} while starting. The last lines of ${folder.log}:\n${said || '(nothing)'}`,
  );
}
