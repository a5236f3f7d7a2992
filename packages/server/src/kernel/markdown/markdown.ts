import { badRequest } from '../errors/errors.ts';
import { createThreads, ThreadLimitError } from '../threads.ts';
import { MAX_PAGE_CHARACTERS } from './limits.ts';
import { type TaskName, tasks } from './tasks.ts';

type Tasks = typeof tasks;

/** Markdown tasks that do not block the event loop. */
export type Markdown = {
  readonly [Name in TaskName]: (...input: Parameters<Tasks[Name]>) => Promise<ReturnType<Tasks[Name]>>;
} & { close(): Promise<void> };

// Shorter texts are parsed in a few milliseconds, faster than in a thread.
const SHORT_CHARACTERS = 1_000;
// Parsing takes linear time and merging counts its steps, so the length of a text limits the work. A merge has three texts.
const MAX_CHARACTERS = 6 * MAX_PAGE_CHARACTERS;
// The document of a page is many times as long as its Markdown.
const MAX_DOCUMENT_CHARACTERS = 40 * MAX_PAGE_CHARACTERS;
// These have many texts, each of which has a limit of its own.
const BATCH_TASKS: ReadonlySet<TaskName> = new Set([
  'parseRepository',
  'readFiles',
  'printFiles',
  'replaceFiles',
  'keepLeftOut',
  'sections',
  'links',
  'parseComments',
]);
// Translation tasks are slow, and run in the background.
const TRANSLATION_TASKS: ReadonlySet<TaskName> = new Set(['segments', 'translate']);
const MEGABYTES = 1024;
// Parsing creates many short-lived objects: a larger young generation saves CPU time, and takes as much memory per thread.
const YOUNG_GENERATION_MEGABYTES = 32;

const TOO_LONG = 'This text is too long or too deeply nested: split it up';

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
export const createMarkdown = (): Markdown => {
  const createPool = () =>
    createThreads('markdown', {
      megabytes: MEGABYTES,
      youngGenerationMegabytes: YOUNG_GENERATION_MEGABYTES,
    });
  const threads = createPool();
  const translationThreads = createPool();

  const runInline = async (task: TaskName, input: readonly unknown[]): Promise<unknown> => {
    // Yields to the event loop between texts.
    await new Promise((resolve) => setImmediate(resolve));
    return (tasks[task] as (...input: readonly unknown[]) => unknown)(...input);
  };

  const run = async (task: TaskName, input: readonly unknown[]): Promise<unknown> => {
    const limit = task === 'fromDocument' ? MAX_DOCUMENT_CHARACTERS : MAX_CHARACTERS;
    if (!BATCH_TASKS.has(task) && remainingAfter(input, limit) < 0) throw badRequest(TOO_LONG);
    try {
      return await (remainingAfter(input, SHORT_CHARACTERS) < 0
        ? (TRANSLATION_TASKS.has(task) ? translationThreads : threads).run(task, input)
        : runInline(task, input));
    } catch (error) {
      const isBeyondLimits = error instanceof ThreadLimitError || (error as Error).name === 'RangeError';
      if (!isBeyondLimits) throw error;
      throw badRequest(TOO_LONG);
    }
  };

  return {
    ...(Object.fromEntries(
      Object.keys(tasks).map((name) => [name, (...input: unknown[]) => run(name as TaskName, input)]),
    ) as Omit<Markdown, 'close'>),
    close: async () => void (await Promise.all([threads.close(), translationThreads.close()])),
  };
};
