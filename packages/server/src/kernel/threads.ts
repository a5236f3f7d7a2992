import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import { builtProgram } from './built-program.ts';

/** How many work at once: two at least, for one task that takes long must not keep all others waiting. */
export const THREADS = Math.max(2, availableParallelism() - 1);

/** A thread was ended by its time, its memory or its stack. */
export class ThreadLimitError extends Error {
  override readonly name = 'BeyondLimitsError';
}

/** Tasks of one program, run beside the event loop. */
export interface Threads {
  run(task: string, input: readonly unknown[], signal?: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

/** How much a task may take. */
interface Limits {
  readonly seconds: number;
  readonly megabytes: number;
  /** For what is needed for a moment only; where much of it is made, more room saves much collecting. */
  readonly youngGenerationMegabytes?: number;
  /** Whether nobody waits for it: whoever is waited for gets the processor first. */
  readonly isBackground?: boolean;
}

// Of two that want all of a processor, who waits for nobody gets a tenth of it.
const BACKGROUND_NICENESS = 10;

const startPool = async (
  name: string,
  { megabytes, youngGenerationMegabytes, isBackground }: Limits,
): Promise<Piscina> => {
  const { Piscina } = await import('piscina');
  return new Piscina({
    filename: builtProgram(`${name}.worker.js`),
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: 60_000,
    niceIncrement: isBackground ? BACKGROUND_NICENESS : 0,
    resourceLimits: {
      maxOldGenerationSizeMb: megabytes,
      ...(youngGenerationMegabytes !== undefined && { maxYoungGenerationSizeMb: youngGenerationMegabytes }),
    },
  });
};

const isBeyondLimits = (error: unknown): boolean => {
  const { name, code } = error as { name?: string; code?: string };
  return (
    name === 'AbortError' ||
    name === 'TimeoutError' ||
    name === 'RangeError' ||
    code === 'ERR_WORKER_OUT_OF_MEMORY'
  );
};

/** Lets so many run at once; the others wait for their turn, in order. */
const createSemaphore = (count: number) => {
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

/** Threads for the program `<name>/<name>.worker.ts` of the kernel or of an adapter, which are ended when a task takes too much time or memory. */
export const createThreads = (name: string, limits: Limits): Threads => {
  const inTurn = createSemaphore(THREADS);
  let pool: Promise<Piscina> | undefined;
  return {
    run: (task, input, signal) =>
      // The time of a task is its own: who waits behind others is not cut off for it.
      inTurn(async () => {
        signal?.throwIfAborted();
        pool ??= startPool(name, limits);
        const threads = await pool;
        const timeout = AbortSignal.timeout(limits.seconds * 1000);
        try {
          return await threads.run(
            { task, input },
            { signal: signal ? AbortSignal.any([timeout, signal]) : timeout },
          );
        } catch (error) {
          signal?.throwIfAborted();
          throw isBeyondLimits(error) ? new ThreadLimitError(undefined, { cause: error }) : error;
        }
      }),
    close: async () => (await pool)?.destroy(),
  };
};
