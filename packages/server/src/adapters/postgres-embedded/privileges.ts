import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { lchown, readdir, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { type Account, candidateAccounts, mayReach, namedAccounts } from './accounts.ts';
import { type Binaries, copyBinaries } from './binaries.ts';
import type { DataFolder } from './data-folder.ts';
import { codeOf, EmbeddedPostgresError, messageOf } from './errors.ts';

/** The user and command prefix that run PostgreSQL, which refuses to run as root. */
export interface RunAs {
  readonly kind: 'direct' | 'switched' | 'namespace' | 'capability';
  /** The command prefix, such as `unshare --user`. */
  readonly prefix: readonly string[];
  /** The user that `spawn` switches to. */
  readonly user?: Account;
  /** The required owner of the cluster and the socket folder, if this process can change it. */
  readonly fileOwner?: Account;
}

/** The executables, and how to run them. */
export interface Privileges {
  readonly runAs: RunAs;
  readonly binaries: Binaries;
}

const DIRECT: RunAs = { kind: 'direct', prefix: [] };

/** Runs a program to its end and collects its output. */
export function runProgram(
  runAs: RunAs,
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const [command = program, ...rest] = [...runAs.prefix, program, ...args];
    const start = () =>
      spawn(command, rest, {
        cwd: '/',
        env: childEnvironment(environment),
        stdio: ['ignore', 'pipe', 'pipe'],
        uid: runAs.user?.uid,
        gid: runAs.user?.gid,
      });
    let child: ReturnType<typeof start>;
    try {
      child = start();
    } catch (error) {
      // A forbidden switch of users is thrown; other failures are emitted as events.
      resolve({ code: null, output: messageOf(error) });
      return;
    }
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk));
    child.on('error', (error) => resolve({ code: null, output: messageOf(error) }));
    child.on('close', (code) => resolve({ code, output: output.trim() }));
  });
}

/** The complete environment of PostgreSQL, without our variables: PGDATA, PGPORT and others would change it. */
export function childEnvironment(extra: Readonly<Record<string, string>>): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...extra };
}

/** Tries the methods of running PostgreSQL on a data folder until one works. */
export async function choosePrivileges(question: {
  readonly folder: DataFolder;
  readonly binaries: Binaries;
  readonly initializing: boolean;
}): Promise<Privileges> {
  const { folder, binaries, initializing } = question;
  const known = await namedAccounts();
  const uid = process.getuid?.() ?? 0;
  const self: Account = { uid, gid: process.getgid?.() ?? 0 };
  if (uid !== 0) {
    // initdb requires a named user, which `docker run --user 12345` does not have.
    const nameless = initializing && !hasName();
    const runAs = nameless ? namespaceOf(self, known) : DIRECT;
    if (!runAs) throw namelessUser(uid);
    const answer = await tryToRun(runAs, binaries);
    if (answer !== true) throw nameless ? namelessUser(uid) : notRunnable(binaries, answer);
    return { runAs, binaries };
  }
  return chooseForRoot({ folder, binaries, known, self });
}

async function chooseForRoot(question: {
  readonly folder: DataFolder;
  readonly binaries: Binaries;
  readonly known: readonly Account[];
  readonly self: Account;
}): Promise<Privileges> {
  const { folder, binaries, known, self } = question;
  const folderOwner = await stat(folder.path);
  const clusterOwner = await stat(folder.cluster).catch(() => undefined);
  const candidates = candidateAccounts({ known, clusterOwner, folderOwner });
  const reaching: Account[] = [];
  for (const account of candidates) if (await mayReach(account, folder.path)) reaching.push(account);

  const refusals: string[] = [];
  const works = async (runAs: RunAs, programs = binaries) => {
    const answer = await tryToRun(runAs, programs);
    if (answer !== true) refusals.push(`${describeRunAs(runAs)}: ${answer}`);
    return answer === true;
  };
  for (const account of reaching) {
    const runAs = switchedTo(account);
    if (await works(runAs)) return { runAs, binaries };
  }
  const namespace = namespaceOf(self, known);
  if (namespace && (await works(namespace))) return { runAs: namespace, binaries };
  for (const account of reaching) {
    if (await mayReach(account, dirname(binaries.postgres))) continue;
    const copied = await copyBinaries(binaries, folder.binaries);
    const runAs = switchedTo(account);
    if (await works(runAs, copied)) return { runAs, binaries: copied };
  }
  for (const runAs of withCapability(candidates[0])) if (await works(runAs)) return { runAs, binaries };

  // If even `--version` as root fails, the user is not the problem.
  const answer = await tryToRun(DIRECT, binaries);
  throw answer === true ? noWayForRoot(folder, refusals) : notRunnable(binaries, answer);
}

/** Describes how PostgreSQL is run, for the log. */
export function describeRunAs({ kind, user, fileOwner }: RunAs): string {
  if (kind === 'switched') return `as ${user?.name ?? `uid ${user?.uid}`}, since it refuses to run as root`;
  if (kind === 'namespace') return 'inside a user namespace';
  if (kind === 'capability') {
    return `as ${fileOwner?.name ?? `uid ${fileOwner?.uid}`} with the right to pass through closed folders`;
  }
  return 'as this user';
}

/** Changes the owner of files, the top folder last, so that an interrupted change is repeated. */
export async function giveTo(owner: Account | undefined, path: string): Promise<void> {
  if (!owner) return;
  const entry = await stat(path);
  if (entry.uid === owner.uid) return;
  try {
    await changeOwner(owner, path, entry.isDirectory());
  } catch (error) {
    throw new EmbeddedPostgresError(
      'no-privileges',
      `${path} belongs to uid ${entry.uid} and its owner cannot be changed to uid ${owner.uid}, which must run PostgreSQL ` +
        `(${messageOf(error)}). ${optionsFor(`start Lectern as uid ${entry.uid}`)}`,
      { cause: error },
    );
  }
}

async function changeOwner(owner: Account, path: string, isFolder: boolean): Promise<void> {
  if (isFolder) {
    for (const entry of await readdir(path, { withFileTypes: true })) {
      await changeOwner(owner, join(path, entry.name), entry.isDirectory());
    }
  }
  await lchown(path, owner.uid, owner.gid).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
}

function switchedTo(account: Account): RunAs {
  return { kind: 'switched', prefix: [], user: account, fileOwner: account };
}

// In a user namespace, this user has another uid and keeps access to its files.
function namespaceOf(self: Account, known: readonly Account[]): RunAs | undefined {
  const unshare = findProgram('unshare');
  if (!unshare) return undefined;
  const shown = known.find((account) => account.name === 'nobody') ?? known.find(({ uid }) => uid !== 0);
  const prefix = [unshare, '--user', `--map-user=${shown?.uid ?? 65534}`, '--'];
  return { kind: 'namespace', prefix, fileOwner: self.uid === 0 ? self : undefined };
}

// For containers that forbid namespaces: an ordinary user with the capability to traverse private folders.
function withCapability(account: Account | undefined): RunAs[] {
  const setpriv = findProgram('setpriv');
  if (!setpriv || !account) return [];
  return ['dac_read_search', 'dac_override'].map((capability) => {
    const only = `-all,+${capability}`;
    const user = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
    const rights = [`--inh-caps=${only}`, `--ambient-caps=${only}`, `--bounding-set=${only}`];
    return { kind: 'capability', prefix: [setpriv, ...user, ...rights, '--'], fileOwner: account };
  });
}

async function tryToRun(runAs: RunAs, binaries: Binaries): Promise<true | string> {
  const answer = await runProgram(runAs, binaries.postgres, ['--version'], binaries.environment);
  return answer.code === 0 && answer.output.includes('PostgreSQL') ? true : answer.output;
}

function findProgram(name: string): string | undefined {
  return (process.env.PATH ?? '/usr/bin:/bin')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutableFile);
}

function isExecutableFile(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

function optionsFor(anotherUser: string): string {
  return (
    'You have three options: another data folder (LECTERN_DATA_DIR=/var/lib/lectern), ' +
    `another user (${anotherUser}), or a PostgreSQL of your own (DATABASE_URL=postgres://…).`
  );
}

function noWayForRoot(folder: DataFolder, refusals: readonly string[]): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'no-privileges',
    `PostgreSQL refuses to run as root, and it could not be run on ${folder.path} as another user: ` +
      'a parent folder of it or of node_modules is not accessible to them, or root may not switch users, ' +
      'and neither user namespaces (unshare) nor capabilities (setpriv) are available. ' +
      optionsFor('start Lectern as an ordinary user who owns its folder') +
      (refusals.length > 0 ? ` Tried: ${refusals.join('; ')}.` : ''),
  );
}

function namelessUser(uid: number): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'no-privileges',
    `The first start of PostgreSQL needs a named user, but uid ${uid} is not in /etc/passwd. ` +
      optionsFor('one in /etc/passwd, such as --user node in a container'),
  );
}

function notRunnable(binaries: Binaries, output: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'unsupported-platform',
    `The embedded PostgreSQL ${binaries.postgres} does not run on this system: ${output || 'no output'}. ` +
      'It needs glibc 2.27 or later, as in Debian, Ubuntu and Fedora, but not Alpine. ' +
      'On other systems, set DATABASE_URL to your own PostgreSQL.',
  );
}
