import { readdirSync, readFileSync } from 'node:fs';

/** The CPU time of a process and its children, in seconds. */
export interface Cpu {
  /** The main thread. */
  readonly main: number;
  readonly all: number;
  /** Ended children. */
  readonly children: number;
}

// Linux reports hundredths of a second.
const TICK = 0.01;

/** The fields of /proc/<pid>/stat after the name, which may contain anything. */
const statOf = (file: string): string[] => {
  const text = readFileSync(file, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};

const secondsIn = (stat: readonly string[], ...at: number[]): number =>
  at.reduce((sum, one) => sum + Number(stat[one]) * TICK, 0);

/** The CPU time of a process. */
export const cpuOf = (pid: number): Cpu => {
  const stat = statOf(`/proc/${pid}/stat`);
  return {
    main: secondsIn(statOf(`/proc/${pid}/task/${pid}/stat`), 11, 12),
    all: secondsIn(stat, 11, 12),
    children: secondsIn(stat, 13, 14),
  };
};

/** The process that started another one. */
export const parentOf = (pid: number): number => Number(statOf(`/proc/${pid}/stat`)[1]);

/** The CPU time of a process and all its descendants. */
export const cpuOfFamily = (pid: number): number => {
  const { all, children } = cpuOf(pid);
  const living = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return living.reduce((sum, name) => {
    try {
      return parentOf(Number(name)) === pid ? sum + cpuOfFamily(Number(name)) : sum;
    } catch {
      // The process has ended meanwhile.
      return sum;
    }
  }, all + children);
};
