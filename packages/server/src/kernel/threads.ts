import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';

/** Threads that work off the event loop; one that takes too long is ended, and the next one takes its place. */
export interface Threads {
  run(task: string, input: readonly unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

/** What a kind of threads runs, and what each piece of work may take. */
export interface ThreadsOptions {
  /** Of a folder beside this file, with a program of the same name. */
  readonly program: string;
  readonly count: number;
  readonly seconds: number;
  readonly megabytes: number;
}

// In tests the program runs from its sources, in production from a bundle whose chunks lie one folder below.
const filesOf = (program: string) => [
  `./${program}/${program}.worker.ts`,
  `./${program}.worker.js`,
  `../${program}.worker.js`,
];

const startPool = async ({ program, count, megabytes }: ThreadsOptions): Promise<Piscina> => {
  const { Piscina } = await import('piscina');
  const filename = filesOf(program)
    .map((name) => fileURLToPath(new URL(name, import.meta.url)))
    .find(existsSync);
  if (filename === undefined) throw new Error(`The program of the threads for ${program} is missing`);
  return new Piscina({
    filename,
    minThreads: 0,
    maxThreads: count,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    execArgv: filename.endsWith('.ts') ? ['--import', 'tsx'] : [],
  });
};

/** Whether a thread ended by its time, its memory or its stack. */
export const isBeyondLimits = (error: unknown): boolean => {
  const { name, code } = error as { name?: string; code?: string };
  return (
    name === 'AbortError' ||
    name === 'TimeoutError' ||
    name === 'RangeError' ||
    code === 'ERR_WORKER_OUT_OF_MEMORY'
  );
};

/** Lets so many run at once; the others wait for their turn, in order. */
const createSlots = (count: number) => {
  const waiting: (() => void)[] = [];
  let free = count;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
};

/** Threads of one kind, started when there is something to do. */
export const createThreads = (options: ThreadsOptions): Threads => {
  const inTurn = createSlots(options.count);
  let pool: Promise<Piscina> | undefined;
  return {
    run: (task, input) =>
      // The time of a piece of work is its own: who waits behind others is not cut off for it.
      inTurn(async () => {
        pool ??= startPool(options);
        const threads = await pool;
        return threads.run({ task, input }, { signal: AbortSignal.timeout(options.seconds * 1000) });
      }),
    close: async () => (await pool)?.destroy(),
  };
};
