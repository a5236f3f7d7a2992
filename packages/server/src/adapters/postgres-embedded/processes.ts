import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { codeOf } from './errors.ts';

/** A process that cannot be mistaken for a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTime: string;
  readonly pidNamespace: string;
}

/** What is known of a process that has, or had, a given number. */
export type Liveness = 'alive' | 'dead' | 'elsewhere';

/** What the process named by `postmaster.pid` is to us. */
export type PostmasterIdentity = 'ours' | 'foreign' | 'zombie' | 'gone';

/** Reads state and start time out of `/proc/<pid>/stat`, whose second field may hold spaces and brackets. */
export function parseProcStat(text: string): { state: string; startTime: string } | undefined {
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .trim()
    .split(' ');
  const state = fields[0];
  const startTime = fields[19];
  return state && startTime ? { state, startTime } : undefined;
}

/** The identity of this process, to be written down for others. */
export function ownIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    startTime: startTimeOf(process.pid) ?? 'unknown',
    pidNamespace: ownPidNamespace(),
  };
}

/** Whether the very process that was written down still runs; `elsewhere` if this container cannot see it. */
export function livenessOf(identity: ProcessIdentity): Liveness {
  // The boot id in the start time settles what the number and the namespace cannot: a restart of the machine.
  const bootId = readBootId();
  if (bootId && !identity.startTime.startsWith(`${bootId}:`)) return 'dead';
  if (identity.pidNamespace !== ownPidNamespace()) return 'elsewhere';
  return startTimeOf(identity.pid) === identity.startTime ? 'alive' : 'dead';
}

/** Whether a process is the postmaster of a cluster; a reused number must never be taken for it. */
export function identifyPostmaster(pid: number, cluster: string): PostmasterIdentity {
  if (process.platform !== 'linux') return identifyByPs(pid, cluster);
  const stat = readProcStat(pid);
  if (!stat) return processExists(pid) ? 'foreign' : 'gone';
  if (stat.state === 'Z' || stat.state === 'X') return 'zombie';
  const command = readProc(`/proc/${pid}/cmdline`)?.split('\0') ?? [];
  if (basename(command[0] ?? '') !== 'postgres') return 'foreign';
  return isFolderOf(pid, command, cluster) ? 'ours' : 'foreign';
}

// A postmaster works inside its cluster; the command line only counts where the working folder may not be read.
function isFolderOf(pid: number, command: readonly string[], cluster: string): boolean {
  try {
    // By inode: a container that shares our processes may have the same folder under another path.
    const [theirs, ours] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)];
    return theirs.ino === ours.ino && theirs.dev === ours.dev;
  } catch {
    return command[command.indexOf('-D') + 1] === cluster && command.includes('-D');
  }
}

function identifyByPs(pid: number, cluster: string): PostmasterIdentity {
  const answer = spawnSync('ps', ['-ww', '-p', String(pid), '-o', 'state=', '-o', 'command='], {
    encoding: 'utf8',
  });
  const line = answer.stdout?.trim() ?? '';
  if (!line) return processExists(pid) ? 'foreign' : 'gone';
  if (line.startsWith('Z')) return 'zombie';
  return line.includes('/bin/postgres -D ') && line.includes(`-D ${cluster} `) ? 'ours' : 'foreign';
}

function startTimeOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const stat = readProcStat(pid);
    return stat && stat.state !== 'Z' ? `${readBootId() ?? ''}:${stat.startTime}` : undefined;
  }
  const answer = spawnSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' });
  return answer.stdout?.trim() || undefined;
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function readProcStat(pid: number): { state: string; startTime: string } | undefined {
  const text = readProc(`/proc/${pid}/stat`);
  return text ? parseProcStat(text) : undefined;
}

function readBootId(): string | undefined {
  return readProc('/proc/sys/kernel/random/boot_id')?.trim();
}

function ownPidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return 'host';
  }
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
