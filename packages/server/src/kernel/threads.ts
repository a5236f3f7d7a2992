import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import { builtProgram } from './built-program.ts';
import { createSemaphore } from './semaphore.ts';
import { createClockReader, createThreadClock } from './thread-clock.ts';

/** Threads per pool: at least two, so that one long task does not block all others. */
export const THREADS = Math.max(2, availableParallelism() - 1);

/** A task exceeded its limit of processor time, memory or stack. */
export class ThreadLimitError extends Error {
  override readonly name = 'ThreadLimitError';
}

/** The threads were closed before a task ended, because the server stops. */
export class ThreadsClosedError extends Error {
  override readonly name = 'ThreadsClosedError';
}

/** Runs the tasks of one program in worker threads. */
export interface Threads {
  run(task: string, input: readonly unknown[], signal?: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

/** The limits of a task. */
interface Limits {
  /** The maximum processor time, so that a busy machine refuses nothing; none for tasks whose work is limited by their input. */
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

// How often the processor time of a task is read.
const CLOCK_MS = 250;

/** Aborts when a clock shows more than a number of seconds. */
const abortAfter = (seconds: number, clock: () => number) => {
  const controller = new AbortController();
  const timer = setInterval(() => {
    if (clock() > seconds) controller.abort();
  }, CLOCK_MS);
  timer.unref();
  return { signal: controller.signal, stop: () => clearInterval(timer) };
};

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
    // Nobody reads the histograms.
    recordTiming: false,
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
  let isClosed = false;
  return {
    run: (task, input, signal) =>
      semaphore(async () => {
        signal?.throwIfAborted();
        if (isClosed) throw new ThreadsClosedError();
        pool ??= startPool(name, limits);
        const threads = await pool;
        const clock = createThreadClock();
        const limit =
          limits.seconds === undefined ? undefined : abortAfter(limits.seconds, createClockReader(clock));
        try {
          return await threads.run(
            { task, input, clock },
            { signal: AbortSignal.any([limit?.signal, signal].filter((one) => one !== undefined)) },
          );
        } catch (error) {
          signal?.throwIfAborted();
          if (isClosed) throw new ThreadsClosedError(undefined, { cause: error });
          throw isLimitError(error) ? new ThreadLimitError(undefined, { cause: error }) : error;
        } finally {
          limit?.stop();
        }
      }),
    close: async () => {
      isClosed = true;
      await (await pool)?.destroy();
    },
  };
};
