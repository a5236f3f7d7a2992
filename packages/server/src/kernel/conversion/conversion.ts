import { createThreads } from '../threads.ts';
import type { TaskName, tasks } from './tasks.ts';

export type { ReadablePage } from './readable-page.ts';

type Tasks = typeof tasks;

/** Making Markdown of other things, in threads that are ended when it takes too much time or memory. */
export type Conversion = {
  readonly [Name in TaskName]: (
    ...input: Parameters<Tasks[Name]>
  ) => Promise<Awaited<ReturnType<Tasks[Name]>>>;
} & { close(): Promise<void> };

// The start of a thread counts, which takes long on a machine that is busy.
const SECONDS = 60;
const MEGABYTES = 512;
// Written out, so that a process that converts nothing does not load what converts.
const NAMES: readonly TaskName[] = ['page', 'markdown', 'docx'];

/** Conversion in threads. */
export const createConversion = (options: { seconds?: number } = {}): Conversion => {
  const threads = createThreads('conversion', { seconds: options.seconds ?? SECONDS, megabytes: MEGABYTES });
  return {
    ...(Object.fromEntries(
      NAMES.map((name) => [name, (...input: unknown[]) => threads.run(name, input)]),
    ) as Omit<Conversion, 'close'>),
    close: threads.close,
  };
};
