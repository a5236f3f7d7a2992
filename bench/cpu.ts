import { readdirSync, readFileSync } from 'node:fs';

/** What a process and those that it started took of the processor, in seconds. */
export interface Cpu {
  /** The thread that a Node process answers on. */
  readonly main: number;
  readonly all: number;
  /** Children that have ended. */
  readonly children: number;
}

// Linux counts in hundredths of a second wherever it runs.
const TICK = 0.01;

/** The numbers of a line of /proc, from the state on: names may hold anything. */
const statOf = (file: string): string[] => {
  const text = readFileSync(file, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};

const secondsIn = (stat: readonly string[], ...at: number[]): number =>
  at.reduce((sum, one) => sum + Number(stat[one]) * TICK, 0);

/** What a process took so far. */
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

/** What a process and all that it has started took so far. */
export const cpuOfFamily = (pid: number): number => {
  const { all, children } = cpuOf(pid);
  const living = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return living.reduce((sum, name) => {
    try {
      return parentOf(Number(name)) === pid ? sum + cpuOfFamily(Number(name)) : sum;
    } catch {
      // It has ended meanwhile.
      return sum;
    }
  }, all + children);
};
