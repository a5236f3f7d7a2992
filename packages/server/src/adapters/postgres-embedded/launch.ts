import { type Binaries, locateBinaries, prepareBinaries } from './binaries.ts';
import { clusterProblem, initializeCluster, readCluster } from './cluster.ts';
import type { DataFolder } from './data-folder.ts';
import { ensureDatabase } from './database.ts';
import { type AnsweringServer, waitForAnsweringServer } from './join.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';
import { choosePrivileges, describeRunAs, giveTo } from './privileges.ts';
import { rotateServerLog } from './server-log.ts';
import { makeSocketFolder } from './socket-folder.ts';
import { adoptPostmaster, type OwnedPostmaster, startPostmaster } from './start-postmaster.ts';

/** The input of a launch. */
export interface LaunchOptions {
  readonly folder: DataFolder;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (message: string) => void;
  readonly onProgress: (message: string) => void;
}

/** The result: a postmaster of this process, or a server that another container already runs. */
export type Launched =
  | { readonly kind: 'owned'; readonly postmaster: OwnedPostmaster; readonly version: string }
  | { readonly kind: 'elsewhere'; readonly server: AnsweringServer };

/** Timeout for an orphan that may be recovering or shutting down. */
const BUSY_ORPHAN_TIMEOUT_MS = 30_000;

/** Timeout for an orphan that is ready; if it does not respond, its socket was deleted. */
const READY_ORPHAN_TIMEOUT_MS = 3_000;

/** Starts the database of a data folder; requires the launcher lock. */
export async function launch(options: LaunchOptions): Promise<Launched> {
  const installed = await locateBinaries();
  const orphan = await dealWithOrphan(options, installed.version);
  if (orphan) return orphan;

  const binaries = await prepareBinaries(installed, options.folder);
  await rotateServerLog(options.folder.log);
  const postmaster = await startServer(options, binaries);
  try {
    return { kind: 'owned', postmaster, version: await ensureDatabase(postmaster.socketFolder) };
  } catch (error) {
    await postmaster.stop();
    throw error;
  }
}

async function dealWithOrphan(options: LaunchOptions, wanted: string): Promise<Launched | undefined> {
  const { folder, log } = options;
  const found = await findPostmaster(folder);
  if (found.kind === 'none') return undefined;
  if (found.kind === 'elsewhere') {
    const { socketFolder, version } = found;
    return { kind: 'elsewhere', server: { socketFolder, version } };
  }
  options.onProgress(
    `A PostgreSQL of this data folder still runs without its launcher (process ${found.pid}).`,
  );
  const begin = Date.now();
  const isComing = async () => {
    const now = await findPostmaster(folder);
    if (now.kind !== 'running') return false;
    return now.status !== 'ready' || Date.now() - begin < READY_ORPHAN_TIMEOUT_MS;
  };
  const server = await waitForAnsweringServer(folder, isComing, BUSY_ORPHAN_TIMEOUT_MS);
  // After an update of PostgreSQL, the old version must not keep running.
  if (server?.pid !== undefined && server.version === wanted) {
    log(`Adopted the running PostgreSQL (process ${server.pid}).`);
    const postmaster = adoptPostmaster(folder, server.pid, server.socketFolder, log);
    return { kind: 'owned', postmaster, version: server.version };
  }
  log(`Stopping the PostgreSQL left by an earlier run (process ${found.pid}).`);
  await stopPostmaster(found.pid, folder.cluster, log);
  return undefined;
}

async function startServer(options: LaunchOptions, binaries: Binaries): Promise<OwnedPostmaster> {
  const { folder, settings, onProgress, log } = options;
  const cluster = await readCluster(folder);
  const problem = clusterProblem(folder, cluster, binaries);
  if (problem) throw problem;
  const initializing = cluster.kind === 'absent';
  const privileges = await choosePrivileges({ folder, binaries, initializing });
  log(`PostgreSQL ${binaries.version} runs ${describeRunAs(privileges.runAs)}.`);
  if (initializing) {
    onProgress(`Creating the database in ${folder.cluster} (PostgreSQL ${binaries.version})…`);
    await initializeCluster(folder, privileges, settings);
  }
  await giveTo(privileges.runAs.fileOwner, folder.cluster);
  const socketFolder = await makeSocketFolder(folder, privileges.runAs.fileOwner);
  return startPostmaster({ folder, privileges, socketFolder, settings, log, onProgress });
}

/** Restarts the database after it exited unexpectedly. */
export async function relaunch(options: LaunchOptions): Promise<OwnedPostmaster> {
  const launched = await launch(options);
  if (launched.kind === 'owned') return launched.postmaster;
  throw new Error('another container has started it in the meantime');
}
