import { locateBinaries } from './binaries.ts';
import { clusterProblem, readCluster } from './cluster.ts';
import { type DataFolder, findDataFolder, notUsable, openDataFolder } from './data-folder.ts';
import { connectionStringOf } from './database.ts';
import { codeOf, EmbeddedPostgresError } from './errors.ts';
import { type AnsweringServer, findAnsweringServer, waitForAnsweringServer } from './join.ts';
import { type LaunchOptions, launch, relaunch } from './launch.ts';
import {
  claimLauncherLock,
  type FoundLauncher,
  findLauncher,
  isPresent,
  type LauncherClaim,
  type LauncherLock,
  REMOTE_LAUNCHER_TIMEOUT_MS,
} from './launcher-lock.ts';
import { findPostmaster, signalPostmaster } from './postmaster.ts';
import { removeTemporarySocketFolder } from './socket-folder.ts';
import { standBy } from './stand-by.ts';
import { supervise } from './supervisor.ts';

export { describeEmbeddedPostgres, type EmbeddedPostgresDescription } from './describe.ts';
export type { EmbeddedPostgresProblem } from './errors.ts';

/** Options of the embedded database. */
export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** Called with progress messages for the terminal. */
  readonly onProgress?: (message: string) => void;
  /** Called with messages for the log. */
  readonly log?: (message: string) => void;
  /** Further settings of PostgreSQL, such as `{ fsync: 'off' }` in tests. */
  readonly settings?: Record<string, string>;
}

/** A running embedded database. */
export interface EmbeddedPostgres {
  /** For `pg`: the unix socket, and the database "lectern". */
  readonly connectionString: string;
  /** Whether another process started it; then `stop` leaves it running, unless this one had to take over. */
  readonly joined: boolean;
  readonly version: string;
  stop(): Promise<void>;
}

/** Long enough for a first start on a slow disk, or for recovery after a crash, in the other process. */
const LAUNCHER_TIMEOUT_MS = 120_000;

/** Starts the database of a data folder, or joins the one that another process has started there. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const installed = await locateBinaries();
  const existing = await findDataFolder(options.dataDir);
  const problem = existing && clusterProblem(existing, await readCluster(existing), installed);
  // Before any write: an unusable folder must stay unchanged.
  if (problem) throw problem;

  const folder = await openDataFolder(options.dataDir);
  const { log = () => undefined, onProgress = () => undefined, settings = {} } = options;
  for (;;) {
    const elsewhere = await findServerOfAnotherContainer(folder);
    if (elsewhere) return useServer(elsewhere, folder, options);
    const claim = await claimFolder(folder);
    if (claim.kind === 'claimed') {
      const owned = await launchAndSupervise({ folder, settings, log, onProgress }, claim.lock);
      return 'stop' in owned ? owned : useServer(owned, folder, options);
    }
    onProgress(`Process ${claim.by.launcher.pid} runs the database of ${folder.path}; joining it.`);
    const server = await waitForLauncher(folder, claim.by);
    if (server) return useServer(server, folder, options);
  }
}

/** Connects to the running database of a data folder, for commands; never starts one. */
export async function joinEmbeddedPostgres(options: {
  readonly dataDir: string;
}): Promise<EmbeddedPostgres | undefined> {
  const folder = await findDataFolder(options.dataDir);
  if (!folder) return undefined;
  const isComing = async () => (await findPostmaster(folder)).kind === 'running';
  const server = await waitForAnsweringServer(folder, isComing, 10_000);
  return server && joined(server);
}

// The launcher writes nothing after the start, so only the socket shows that the database is alive.
async function findServerOfAnotherContainer(folder: DataFolder): Promise<AnsweringServer | undefined> {
  const found = await findLauncher(folder.lock);
  return found?.liveness === 'elsewhere' ? findAnsweringServer(folder) : undefined;
}

async function claimFolder(folder: DataFolder): Promise<LauncherClaim> {
  try {
    return await claimLauncherLock(folder.lock);
  } catch (error) {
    throw codeOf(error) ? notUsable(folder.path, error) : error;
  }
}

async function waitForLauncher(folder: DataFolder, by: FoundLauncher): Promise<AnsweringServer | undefined> {
  const isStillThere = async () => {
    const found = await findLauncher(folder.lock);
    return found !== undefined && isPresent(found) && found.launcher.token === by.launcher.token;
  };
  const server = await waitForAnsweringServer(folder, isStillThere, LAUNCHER_TIMEOUT_MS);
  if (server || !(await isStillThere())) return server;
  throw new EmbeddedPostgresError(
    'held',
    `Process ${by.launcher.pid} is using the data folder ${folder.path}, but its database does not respond. ` +
      'Stop that process, or choose another folder with LECTERN_DATA_DIR.',
  );
}

async function launchAndSupervise(
  options: LaunchOptions,
  lock: LauncherLock,
): Promise<EmbeddedPostgres | AnsweringServer> {
  const { folder, log } = options;
  const heartbeat = setInterval(
    () => void lock.touch().catch(() => undefined),
    REMOTE_LAUNCHER_TIMEOUT_MS / 4,
  );
  try {
    const launched = await launch(options);
    if (launched.kind === 'elsewhere') {
      await lock.release();
      return launched.server;
    }
    const { postmaster, version } = launched;
    const supervisor = supervise({
      first: postmaster,
      restart: () => relaunch(options),
      // If the process exits without stop(), the database must not keep running.
      abandon: ({ pid }) => signalPostmaster(pid, folder.cluster, 'SIGINT'),
      log,
    });
    const stop = async () => {
      await supervisor.stop();
      await removeTemporarySocketFolder(folder, postmaster.socketFolder);
      await lock.release();
    };
    // Only once: afterwards the folder may belong to another process.
    let stopped: Promise<void> | undefined;
    return {
      connectionString: connectionStringOf(postmaster.socketFolder),
      joined: false,
      version,
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
}

// Uses the database of another process, and takes over when that process ends.
function useServer(
  server: AnsweringServer,
  folder: DataFolder,
  options: EmbeddedPostgresOptions,
): EmbeddedPostgres {
  const { log = () => undefined } = options;
  const found = joined(server);
  const { stop } = standBy({
    isGone: async () => {
      const launcher = await findLauncher(folder.lock);
      if (launcher?.liveness === 'alive') return false;
      return launcher?.liveness !== 'elsewhere' || !(await findAnsweringServer(folder));
    },
    takeOver: () => startEmbeddedPostgres(options),
    onTakenOver: (successor) =>
      log(
        successor.connectionString === found.connectionString
          ? 'The process that ran the database has ended; this process runs it now.'
          : 'The process that ran the database has ended, and the database has moved to another socket: restart this server.',
      ),
    log,
  });
  return { ...found, stop };
}

function joined(server: AnsweringServer): EmbeddedPostgres {
  return {
    connectionString: connectionStringOf(server.socketFolder),
    joined: true,
    version: server.version,
    stop: async () => undefined,
  };
}
