import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import { builtProgram } from './built-program.ts';
import { createSemaphore } from './semaphore.ts';

/** Threads per pool: at least two, so that one long task does not block all others. */
export const THREADS = Math.max(2, availableParallelism() - 1);

/** A task exceeded its time, memory or stack limit. */
export class ThreadLimitError extends Error {
  override readonly name = 'ThreadLimitError';
}

/** Runs the tasks of one program in worker threads. */
export interface Threads {
  run(task: string, input: readonly unknown[], signal?: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

/** The limits of a task. */
interface Limits {
  /** The maximum duration; none for tasks whose work is limited by their input. */
  readonly seconds?: number;
  readonly megabytes: number;
  /** The size of the young generation; a larger one saves garbage collection in tasks that allocate much. */
  readonly youngGenerationMegabytes?: number;
  /** Whether the tasks have low priority. */
  readonly isBackground?: boolean;
}

// After an import a thread holds some hundred megabytes, which only its end gives back.
const IDLE_MS = 15_000;

// A background thread gets a tenth of a contended processor.
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
    idleTimeout: IDLE_MS,
    niceIncrement: isBackground ? BACKGROUND_NICENESS : 0,
    resourceLimits: {
      maxOldGenerationSizeMb: megabytes,
      ...(youngGenerationMegabytes !== undefined && { maxYoungGenerationSizeMb: youngGenerationMegabytes }),
    },
  });
};

const isLimitError = (error: unknown): boolean => {
  const { name, code } = error as { name?: string; code?: string };
  return (
    name === 'AbortError' ||
    name === 'TimeoutError' ||
    name === 'RangeError' ||
    code === 'ERR_WORKER_OUT_OF_MEMORY'
  );
};

/** A thread pool for the program `<name>/<name>.worker.ts` of the kernel or an adapter. Threads are terminated when a task exceeds its limits. */
export const createThreads = (name: string, limits: Limits): Threads => {
  const semaphore = createSemaphore(THREADS);
  let pool: Promise<Piscina> | undefined;
  return {
    run: (task, input, signal) =>
      // The time limit does not include waiting for a thread.
      semaphore(async () => {
        signal?.throwIfAborted();
        pool ??= startPool(name, limits);
        const threads = await pool;
        const timeout = limits.seconds === undefined ? [] : [AbortSignal.timeout(limits.seconds * 1000)];
        try {
          return await threads.run(
            { task, input },
            { signal: AbortSignal.any(signal ? [...timeout, signal] : timeout) },
          );
        } catch (error) {
          signal?.throwIfAborted();
          throw isLimitError(error) ? new ThreadLimitError(undefined, { cause: error }) : error;
        }
      }),
    close: async () => (await pool)?.destroy(),
  };
};
