import { createThreads, ThreadLimitError, type Threads } from '../threads.ts';
import type { NamedFile, Refusal, TakenFile, WantedFile } from './bundle.ts';
import type { OutlinedPage, OutlineOptions } from './outline.ts';
import type { PartOf } from './extract-parts.ts';
import type { BundledSpecification, ReadSpecification, TaskName } from './tasks.ts';

export type { NamedFile, WantedFile } from './bundle.ts';
export type { SpecificationError } from './errors.ts';
export type { OutlinedPage, OutlineOptions } from './outline.ts';
export type { PartOf } from './extract-parts.ts';
export type { ReadSpecification, SpecificationPart } from './tasks.ts';

/** Reading OpenAPI specifications without keeping others waiting. */
export interface Specifications {
  /** What somebody wrote, as OpenAPI 3; undefined for what is no specification, or takes too long to be read. */
  read(text: string): Promise<ReadSpecification | undefined>;
  /** The part of one that is wanted, a SpecificationPart as JSON text; `others` are the files that it refers to, by name. */
  part(
    json: string,
    wanted: readonly PartOf[],
    others: Readonly<Record<string, string>>,
  ): Promise<string | undefined>;
  /** A file of a specification that is to be kept, or what is wrong with it; the first one is a whole specification. */
  take(text: string, isFirst: boolean): Promise<TakenFile | Refusal>;
  /** The files that are missing of a specification, or that it takes too much to know them. */
  wanted(files: readonly Pick<NamedFile, 'url' | 'json'>[]): Promise<readonly WantedFile[] | Refusal>;
  /** Where something stands in a file, as people are told of it. */
  place(text: string, path: readonly string[]): Promise<string>;
  /** All files of a specification as one document of OpenAPI 3, or what is wrong with them. */
  bundle(files: readonly NamedFile[]): Promise<BundledSpecification | Refusal>;
  /** The pages that a specification has for itself; undefined where it takes too long to make them. */
  outline(json: string, wish: OutlineOptions): Promise<readonly OutlinedPage[] | undefined>;
  close(): Promise<void>;
}

// Who reads a page waits for it.
const SECONDS = 20;
const MEGABYTES = 512;
// Who keeps a specification does not: YAML of 10 MB takes half a minute.
const KEEPING_SECONDS = 120;
const KEEPING_MEGABYTES = 1024;
const BEYOND: Refusal = {
  errors: [{ message: '/: takes more time or memory to be read than is allowed', code: 'TOO_LARGE' }],
};

/** Specifications are always read in threads: they come from strangers, and are large. */
export const createSpecifications = (): Specifications => {
  const threads = createThreads('specifications', { seconds: SECONDS, megabytes: MEGABYTES });
  // Threads of its own, so that no page waits behind them.
  const keeping = createThreads('specifications', {
    seconds: KEEPING_SECONDS,
    megabytes: KEEPING_MEGABYTES,
  });
  const within = async (
    pool: Threads,
    task: TaskName,
    input: readonly unknown[],
    beyond: unknown,
  ): Promise<unknown> => {
    try {
      return await pool.run(task, input);
    } catch (error) {
      if (error instanceof ThreadLimitError) return beyond;
      throw error;
    }
  };
  const run = (task: TaskName, input: readonly unknown[]) => within(threads, task, input, undefined);
  const keep = (task: TaskName, input: readonly unknown[]) => within(keeping, task, input, BEYOND);
  return {
    read: (text) => run('read', [text]) as Promise<ReadSpecification | undefined>,
    part: (...input) => run('part', input) as Promise<string | undefined>,
    take: (...input) => keep('take', input) as Promise<TakenFile | Refusal>,
    wanted: (...input) => keep('wanted', input) as Promise<readonly WantedFile[] | Refusal>,
    place: (...input) => within(keeping, 'place', input, input[1].join('/')) as Promise<string>,
    bundle: (...input) => keep('bundle', input) as Promise<BundledSpecification | Refusal>,
    outline: (...input) =>
      within(keeping, 'outline', input, undefined) as Promise<readonly OutlinedPage[] | undefined>,
    close: async () => {
      await Promise.all([threads.close(), keeping.close()]);
    },
  };
};
