import { createThreads } from '../threads.ts';
import type { TaskName, tasks } from './tasks.ts';

export type { ReadablePage } from './readable-page.ts';

type Tasks = typeof tasks;

/** Conversion of HTML and Word documents to Markdown, in worker threads with limits of processor time and memory. */
export type Conversion = {
  readonly [Name in TaskName]: (
    ...input: Parameters<Tasks[Name]>
  ) => Promise<Awaited<ReturnType<Tasks[Name]>>>;
} & { close(): Promise<void> };

const SECONDS = 60;
const MEGABYTES = 512;
// A literal list, so that the main thread does not load the converters.
const NAMES: readonly TaskName[] = ['page', 'markdown', 'docx'];

/** Starts the worker threads for conversion. */
export const createConversion = (options: { seconds?: number } = {}): Conversion => {
  const threads = createThreads('conversion', { seconds: options.seconds ?? SECONDS, megabytes: MEGABYTES });
  return {
    ...(Object.fromEntries(
      NAMES.map((name) => [name, (...input: unknown[]) => threads.run(name, input)]),
    ) as Omit<Conversion, 'close'>),
    close: threads.close,
  };
};
