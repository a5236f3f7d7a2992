import { type InstalledBinaries, locateBinaries } from './binaries.ts';
import { clusterProblem, findUnfinishedClusters, readCluster } from './cluster.ts';
import { type DataFolder, findDataFolder } from './data-folder.ts';
import { messageOf } from './errors.ts';
import { findLauncher } from './launcher-lock.ts';
import { type FoundPostmaster, findAnswer, findPostmaster } from './postmaster.ts';

/** The state of the embedded database of a data folder, for `lectern doctor`. */
export interface EmbeddedPostgresDescription {
  readonly state: 'absent' | 'stopped' | 'running';
  /** The version of the running server, or the major version of a stopped cluster. */
  readonly version?: string;
  readonly pid?: number;
  readonly platformSupported: boolean;
  readonly problems: string[];
}

/** Checks the embedded database of a data folder without changes. */
export async function describeEmbeddedPostgres(options: {
  readonly dataDir: string;
}): Promise<EmbeddedPostgresDescription> {
  const problems: string[] = [];
  const note = (error: unknown) => {
    problems.push(messageOf(error));
    return undefined;
  };
  const installed = await locateBinaries().catch(note);
  const platformSupported = installed !== undefined;
  const folder = await findDataFolder(options.dataDir).catch(note);
  if (!folder) return { state: 'absent', platformSupported, problems };

  const major = await describeCluster(folder, installed, problems);
  const found = await findPostmaster(folder).catch(note);
  if (!found || found.kind === 'none') {
    return { state: major ? 'stopped' : 'absent', version: major, platformSupported, problems };
  }
  const version = await describeServer(folder, found, problems);
  const pid = found.kind === 'running' ? found.pid : undefined;
  return { state: 'running', version: version ?? major, pid, platformSupported, problems };
}

async function describeCluster(
  folder: DataFolder,
  installed: InstalledBinaries | undefined,
  problems: string[],
): Promise<string | undefined> {
  const cluster = await readCluster(folder);
  const problem = installed && clusterProblem(folder, cluster, installed);
  if (problem) problems.push(problem.message);
  if (cluster.kind === 'closed') return undefined;
  for (const path of await findUnfinishedClusters(folder)) {
    // During a first start, the launcher is alive.
    if ((await findLauncher(folder.lock))?.liveness === 'alive') continue;
    problems.push(`${path} is left over from an interrupted first start; the next start removes it.`);
  }
  return cluster.kind === 'present' ? cluster.major : undefined;
}

async function describeServer(
  folder: DataFolder,
  found: Exclude<FoundPostmaster, { kind: 'none' }>,
  problems: string[],
): Promise<string | undefined> {
  if (found.kind === 'elsewhere') return found.version;
  const version = (await findAnswer(folder, found))?.version;
  if (!version) problems.push(`PostgreSQL (process ${found.pid}) runs but does not respond.`);
  const launcher = await findLauncher(folder.lock);
  if (launcher?.liveness !== 'alive' && launcher?.liveness !== 'elsewhere') {
    problems.push(
      `PostgreSQL (process ${found.pid}) runs without its launcher, which was killed; the next start adopts it.`,
    );
  }
  return version;
}
