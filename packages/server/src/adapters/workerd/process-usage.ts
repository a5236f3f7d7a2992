import { readFileSync } from 'node:fs';

/** The resource usage of a process; undefined where the system does not provide it. */
export interface ProcessUsage {
  /** Resident memory in bytes. */
  memory(): number | undefined;
  /** CPU seconds of the main thread, which runs all scripts. */
  ranSeconds(): number | undefined;
  /** CPU seconds and time waiting for a CPU, so that a busy system hides nothing. */
  busySeconds(): number | undefined;
}

/** Reads the usage of a process from `/proc`; only on Linux. */
export const createProcessUsage = (pid: number | undefined): ProcessUsage => {
  const read = (name: string): string => {
    try {
      return readFileSync(`/proc/${pid}/${name}`, 'utf8');
    } catch {
      return '';
    }
  };
  const scheduled = () => read('schedstat').split(' ', 2).map(Number);
  return {
    memory: () => {
      const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(read('status')) ?? [];
      return kilobytes ? Number(kilobytes) * 1024 : undefined;
    },
    ranSeconds: () => {
      const [running] = scheduled();
      return running ? running / 1e9 : undefined;
    },
    busySeconds: () => {
      const [running, waiting] = scheduled();
      return running ? (running + (waiting ?? 0)) / 1e9 : undefined;
    },
  };
};
