import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';
import { badRequest } from '../errors/errors.ts';
import { type TaskName, tasks } from './tasks.ts';

type Tasks = typeof tasks;

/** Working with Markdown without keeping others waiting. */
export type Markdown = {
  readonly [Name in TaskName]: (...input: Parameters<Tasks[Name]>) => Promise<ReturnType<Tasks[Name]>>;
} & { close(): Promise<void> };

// Read in a few milliseconds, whatever it says: moving it to a thread would not pay.
const SHORT = 1_000;
const SECONDS = 20;
const MEGABYTES = 1024;
/** How many work at once: two at least, for one text that takes long must not keep all others waiting. */
export const THREADS = Math.max(2, availableParallelism() - 1);

// In tests the program runs from its sources, in production from a bundle whose chunks lie one folder below.
const FILES = ['./markdown.worker.ts', './markdown.worker.js', '../markdown.worker.js'];

const startPool = async (): Promise<Piscina> => {
  const { Piscina } = await import('piscina');
  const filename = FILES.map((name) => fileURLToPath(new URL(name, import.meta.url))).find(existsSync);
  if (filename === undefined) throw new Error('The program of the threads that read Markdown is missing');
  return new Piscina({
    filename,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
    execArgv: filename.endsWith('.ts') ? ['--import', 'tsx'] : [],
  });
};

const sizeOf = (input: readonly unknown[]): number =>
  input.reduce<number>(
    (size, part) => size + (typeof part === 'string' ? part.length : JSON.stringify(part).length),
    0,
  );

const isBeyondLimits = (error: unknown): boolean => {
  const { name, code } = error as { name?: string; code?: string };
  // A thread ends by its time, its memory or its stack.
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

/** Short Markdown is worked on at once, longer Markdown in threads, which are ended when they take too long. */
export const createMarkdown = (options: { seconds?: number } = {}): Markdown => {
  const inTurn = createSlots(THREADS);
  let pool: Promise<Piscina> | undefined;

  const inThread = (task: TaskName, input: readonly unknown[]): Promise<unknown> =>
    // The time of a text is its own: who waits behind others is not cut off for it.
    inTurn(async () => {
      pool ??= startPool();
      const threads = await pool;
      const signal = AbortSignal.timeout((options.seconds ?? SECONDS) * 1000);
      return threads.run({ task, input }, { signal });
    });

  const atOnce = async (task: TaskName, input: readonly unknown[]): Promise<unknown> => {
    // Many short texts are a long one: others come in between.
    await new Promise((resolve) => setImmediate(resolve));
    return (tasks[task] as (...input: readonly unknown[]) => unknown)(...input);
  };

  const run = async (task: TaskName, input: readonly unknown[]): Promise<unknown> => {
    try {
      return await (sizeOf(input) > SHORT ? inThread(task, input) : atOnce(task, input));
    } catch (error) {
      if (!isBeyondLimits(error)) throw error;
      throw badRequest('This text is too long or too deeply nested to be read: split it up');
    }
  };

  return {
    ...(Object.fromEntries(
      Object.keys(tasks).map((name) => [name, (...input: unknown[]) => run(name as TaskName, input)]),
    ) as Omit<Markdown, 'close'>),
    close: async () => (await pool)?.destroy(),
  };
};
