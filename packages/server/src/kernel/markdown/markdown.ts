import { badRequest } from '../errors/errors.ts';
import { createThreads, ThreadLimitError } from '../threads.ts';
import { type TaskName, tasks } from './tasks.ts';

type Tasks = typeof tasks;

/** Markdown tasks that do not block the event loop. */
export type Markdown = {
  readonly [Name in TaskName]: (...input: Parameters<Tasks[Name]>) => Promise<ReturnType<Tasks[Name]>>;
} & { close(): Promise<void> };

// Shorter texts are parsed in a few milliseconds, faster than in a thread.
const SHORT_CHARACTERS = 1_000;
const SECONDS = 20;
// Translation tasks are slow, and run in the background.
const TRANSLATION_SECONDS = 180;
const TRANSLATION_TASKS: ReadonlySet<TaskName> = new Set(['segments', 'translate']);
const MEGABYTES = 1024;
// Parsing creates many short-lived objects: a larger young generation saves a third of the CPU time.
const YOUNG_GENERATION_MEGABYTES = 192;

// The approximate length of a value that is not a string.
const VALUE_CHARACTERS = 10;

/** Subtracts the approximate length of a value; stops below zero. */
const remainingAfter = (value: unknown, characters: number): number => {
  if (typeof value === 'string') return characters - value.length;
  let left = characters - VALUE_CHARACTERS;
  if (typeof value === 'object' && value !== null)
    for (const key in value) {
      if (left < 0) break;
      left = remainingAfter((value as Record<string, unknown>)[key], left);
    }
  return left;
};

/** Runs short Markdown tasks at once, and longer ones in worker threads with limits. */
export const createMarkdown = (options: { seconds?: number; translationSeconds?: number } = {}): Markdown => {
  const threadsFor = (seconds: number) =>
    createThreads('markdown', {
      seconds,
      megabytes: MEGABYTES,
      youngGenerationMegabytes: YOUNG_GENERATION_MEGABYTES,
    });
  const threads = threadsFor(options.seconds ?? SECONDS);
  const translationThreads = threadsFor(options.translationSeconds ?? TRANSLATION_SECONDS);

  const runInline = async (task: TaskName, input: readonly unknown[]): Promise<unknown> => {
    // Yields to the event loop between texts.
    await new Promise((resolve) => setImmediate(resolve));
    return (tasks[task] as (...input: readonly unknown[]) => unknown)(...input);
  };

  const run = async (task: TaskName, input: readonly unknown[]): Promise<unknown> => {
    try {
      return await (remainingAfter(input, SHORT_CHARACTERS) < 0
        ? (TRANSLATION_TASKS.has(task) ? translationThreads : threads).run(task, input)
        : runInline(task, input));
    } catch (error) {
      const isBeyondLimits = error instanceof ThreadLimitError || (error as Error).name === 'RangeError';
      if (!isBeyondLimits) throw error;
      throw badRequest('This text is too long or too deeply nested: split it up');
    }
  };

  return {
    ...(Object.fromEntries(
      Object.keys(tasks).map((name) => [name, (...input: unknown[]) => run(name as TaskName, input)]),
    ) as Omit<Markdown, 'close'>),
    close: async () => void (await Promise.all([threads.close(), translationThreads.close()])),
  };
};
