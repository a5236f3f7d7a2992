import { badRequest } from '../errors/errors.ts';
import { createThreads, ThreadLimitError } from '../threads.ts';
import { type TaskName, tasks } from './tasks.ts';

type Tasks = typeof tasks;

/** Working with Markdown without keeping others waiting. */
export type Markdown = {
  readonly [Name in TaskName]: (...input: Parameters<Tasks[Name]>) => Promise<ReturnType<Tasks[Name]>>;
} & { close(): Promise<void> };

// Read in a few milliseconds, whatever it says: moving it to a thread would not pay.
const SHORT = 1_000;
const SECONDS = 20;
// Translating reads each line of a page twice besides the page: nobody waits for it, and it keeps nobody else waiting.
const PATIENT_SECONDS = 180;
const PATIENT: ReadonlySet<TaskName> = new Set(['segments', 'translated']);
const MEGABYTES = 1024;
// Parsing leaves little of what it makes: with four times the usual room it takes a third less of the processor.
const PASSING_MEGABYTES = 192;

// What a thing that is no text takes, roughly, written out.
const THING = 10;

/** How many characters are left of some when a value was written out; counting ends where there are none. */
const leftBy = (value: unknown, characters: number): number => {
  if (typeof value === 'string') return characters - value.length;
  let left = characters - THING;
  if (typeof value === 'object' && value !== null)
    for (const key in value) {
      if (left < 0) break;
      left = leftBy((value as Record<string, unknown>)[key], left);
    }
  return left;
};

/** Short Markdown is worked on at once, longer Markdown in threads, which are ended when they take too long. */
export const createMarkdown = (options: { seconds?: number; patientSeconds?: number } = {}): Markdown => {
  const threadsFor = (seconds: number) =>
    createThreads('markdown', { seconds, megabytes: MEGABYTES, youngGenerationMegabytes: PASSING_MEGABYTES });
  const threads = threadsFor(options.seconds ?? SECONDS);
  const patient = threadsFor(options.patientSeconds ?? PATIENT_SECONDS);

  const atOnce = async (task: TaskName, input: readonly unknown[]): Promise<unknown> => {
    // Many short texts are a long one: others come in between.
    await new Promise((resolve) => setImmediate(resolve));
    return (tasks[task] as (...input: readonly unknown[]) => unknown)(...input);
  };

  const run = async (task: TaskName, input: readonly unknown[]): Promise<unknown> => {
    try {
      return await (leftBy(input, SHORT) < 0
        ? (PATIENT.has(task) ? patient : threads).run(task, input)
        : atOnce(task, input));
    } catch (error) {
      const isBeyondLimits = error instanceof ThreadLimitError || (error as Error).name === 'RangeError';
      if (!isBeyondLimits) throw error;
      throw badRequest('This text is too long or too deeply nested to be read: split it up');
    }
  };

  return {
    ...(Object.fromEntries(
      Object.keys(tasks).map((name) => [name, (...input: unknown[]) => run(name as TaskName, input)]),
    ) as Omit<Markdown, 'close'>),
    close: async () => void (await Promise.all([threads.close(), patient.close()])),
  };
};
