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
  /** Resolves with a short description when the process has ended. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/** The input of a start. */
export interface StartOptions {
  readonly folder: DataFolder;
  readonly privileges: Privileges;
  readonly socketFolder: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (message: string) => void;
  readonly onProgress: (message: string) => void;
}

/** The time to wait for remaining processes of a killed postmaster. */
const REMAINS_TIMEOUT_MS = 15_000;

/** Recovery after a crash replays the log since the last checkpoint, which can take long. */
const RECOVERY_TIMEOUT_MS = 600_000;

const REMAINS = /lock file "[^"]*" already exists|pre-existing shared memory block|is still in use/;

/** The command line of the postmaster. */
export function postmasterArguments(
  options: Pick<StartOptions, 'folder' | 'socketFolder' | 'settings'>,
): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: `"${options.socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    logging_collector: 'off',
    log_destination: 'stderr',
    ...options.settings,
  };
  const settingArguments = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', options.folder.cluster, '-p', String(SOCKET_PORT), ...settingArguments];
}

/** Starts the postmaster of a cluster; waits for the remaining processes of a killed one. */
export async function startPostmaster(options: StartOptions): Promise<OwnedPostmaster> {
  const deadline = Date.now() + REMAINS_TIMEOUT_MS;
  for (;;) {
    await clearRemains(options);
    const before = await readPostmasterFile(options.folder);
    const logStart = await sizeOf(options.folder.log);
    const { child, ended } = await spawnPostmaster(options);
    const failure = await waitUntilReady(options, child, ended, before?.writtenAt);
    if (!failure) return ownedChild(options, child, ended);
    const logLines = await lastLines(options.folder.log, logStart);
    if (!REMAINS.test(logLines) || Date.now() > deadline)
      throw startFailed(options.folder, failure, logLines);
    options.onProgress('Waiting for the previous PostgreSQL of this data folder to end…');
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
  // It is not a child process, so its end is detected by polling.
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

async function clearRemains({ folder, socketFolder }: StartOptions): Promise<void> {
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
  options: StartOptions,
): Promise<{ readonly child: ChildProcess; readonly ended: Promise<string> }> {
  const { runAs, binaries } = options.privileges;
  const owner = runAs.fileOwner ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const log = await openServerLog(options.folder.log, owner);
  try {
    const [command = '', ...args] = [...runAs.prefix, binaries.postgres, ...postmasterArguments(options)];
    const child = spawn(command, args, {
      cwd: '/',
      env: childEnvironment(binaries.environment),
      stdio: ['ignore', log.fd, log.fd],
      // In its own process group: Ctrl-C must only reach Lectern, which still has data to write.
      detached: true,
      uid: runAs.user?.uid,
      gid: runAs.user?.gid,
    });
    child.unref();
    // Registered first: a postmaster that refuses to start exits at once, and the event is emitted only once.
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
  options: StartOptions,
  child: ChildProcess,
  ended: Promise<string>,
  staleSince: number | undefined,
): Promise<string | undefined> {
  let failure: string | undefined;
  void ended.then((how) => {
    failure = how;
  });
  const begin = Date.now();
  let isReported = false;
  while (failure === undefined) {
    const file = await readPostmasterFile(options.folder);
    const isNew = file?.pid === child.pid && file?.writtenAt !== staleSince;
    if (isNew && file?.status === 'ready') return undefined;
    const waited = Date.now() - begin;
    if (waited > RECOVERY_TIMEOUT_MS) {
      child.kill('SIGKILL');
      return `was not ready after ${RECOVERY_TIMEOUT_MS / 1000} seconds`;
    }
    if (waited > 5_000 && !isReported) {
      isReported = true;
      options.onProgress('PostgreSQL is recovering from an unclean shutdown…');
    }
    await sleep(10);
  }
  return failure;
}

function ownedChild(options: StartOptions, child: ChildProcess, ended: Promise<string>): OwnedPostmaster {
  const pid = child.pid ?? 0;
  return {
    pid,
    socketFolder: options.socketFolder,
    ended,
    stop: async () => {
      const isGone = await stopPostmaster(pid, options.folder.cluster, options.log);
      // The process may have ended without having been reaped.
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
