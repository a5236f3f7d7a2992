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

// Read in ten milliseconds or so: moving it to a thread would not pay.
const SHORT = 4_000;
const SECONDS = 20;
const MEGABYTES = 1024;

// In tests the program runs from its sources, in production from a bundle whose chunks lie one folder below.
const FILES = ['./markdown.worker.ts', './markdown.worker.js', '../markdown.worker.js'];

const startPool = async (): Promise<Piscina> => {
  const { Piscina } = await import('piscina');
  const filename = FILES.map((name) => fileURLToPath(new URL(name, import.meta.url))).find(existsSync);
  if (filename === undefined) throw new Error('The program of the threads that read Markdown is missing');
  return new Piscina({
    filename,
    minThreads: 0,
    // One core is left to whoever waits for an answer.
    maxThreads: Math.max(1, availableParallelism() - 1),
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
  return name === 'AbortError' || name === 'TimeoutError' || code === 'ERR_WORKER_OUT_OF_MEMORY';
};

/** Short Markdown is worked on at once, long Markdown in threads, which are ended when they take too long. */
export const createMarkdown = (options: { seconds?: number } = {}): Markdown => {
  let pool: Promise<Piscina> | undefined;

  const inThread = async (task: TaskName, input: readonly unknown[]): Promise<unknown> => {
    pool ??= startPool();
    const signal = AbortSignal.timeout((options.seconds ?? SECONDS) * 1000);
    try {
      return await (await pool).run({ task, input }, { signal });
    } catch (error) {
      if (isBeyondLimits(error))
        throw badRequest('This text is too long or too deeply nested to be read: split it up');
      throw error;
    }
  };

  const run = async (task: TaskName, input: readonly unknown[]): Promise<unknown> =>
    sizeOf(input) > SHORT
      ? inThread(task, input)
      : (tasks[task] as (...input: readonly unknown[]) => unknown)(...input);

  return {
    ...(Object.fromEntries(
      Object.keys(tasks).map((name) => [name, (...input: unknown[]) => run(name as TaskName, input)]),
    ) as Omit<Markdown, 'close'>),
    close: async () => (await pool)?.destroy(),
  };
};
