import { readFileSync } from 'node:fs';

/** What a process takes of the machine, where the system tells. */
export interface Usage {
  /** Bytes of memory. */
  memory(): number | undefined;
  /** Seconds that its main thread, which runs all scripts, was running. */
  ranSeconds(): number | undefined;
  /** The same with the seconds it waited for a processor, so that a busy machine hides nobody. */
  busySeconds(): number | undefined;
}

/** Looks at a process by its number; nothing is known outside of Linux. */
export const usageOf = (pid: number | undefined): Usage => {
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
