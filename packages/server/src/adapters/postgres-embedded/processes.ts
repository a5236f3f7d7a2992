import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { codeOf } from './errors.ts';

/** The identity of a process, distinct from later processes with the same PID. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTime: string;
  readonly pidNamespace: string;
}

/** The state of a process; `elsewhere` is a process of another container. */
export type Liveness = 'alive' | 'dead' | 'elsewhere';

/** Identifies the process in `postmaster.pid`. */
export type PostmasterIdentity = 'ours' | 'foreign' | 'zombie' | 'gone';

/** Parses the state and start time in `/proc/<pid>/stat`, whose second field can contain spaces and brackets. */
export function parseProcStat(text: string): { state: string; startTime: string } | undefined {
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .trim()
    .split(' ');
  const state = fields[0];
  const startTime = fields[19];
  return state && startTime ? { state, startTime } : undefined;
}

/** The identity of this process, for the lock file. */
export function ownIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    startTime: startTimeOf(process.pid) ?? 'unknown',
    pidNamespace: ownPidNamespace(),
  };
}

/** The state of a process in a lock file. */
export function livenessOf(identity: ProcessIdentity): Liveness {
  // The boot id in the start time detects a restart of the machine.
  const bootId = readBootId();
  if (bootId && !identity.startTime.startsWith(`${bootId}:`)) return 'dead';
  if (identity.pidNamespace !== ownPidNamespace()) return 'elsewhere';
  return startTimeOf(identity.pid) === identity.startTime ? 'alive' : 'dead';
}

/** Whether a process is the postmaster of a cluster, and not another process with a reused PID. */
export function identifyPostmaster(pid: number, cluster: string): PostmasterIdentity {
  if (process.platform !== 'linux') return identifyByPs(pid, cluster);
  const stat = readProcStat(pid);
  if (!stat) return processExists(pid) ? 'foreign' : 'gone';
  if (stat.state === 'Z' || stat.state === 'X') return 'zombie';
  const command = readProc(`/proc/${pid}/cmdline`)?.split('\0') ?? [];
  if (basename(command[0] ?? '') !== 'postgres') return 'foreign';
  return isFolderOf(pid, command, cluster) ? 'ours' : 'foreign';
}

// The working directory of a postmaster is its cluster; the command line is the fallback if it cannot be read.
function isFolderOf(pid: number, command: readonly string[], cluster: string): boolean {
  try {
    // By inode: a container with shared PIDs may have the same folder at another path.
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
