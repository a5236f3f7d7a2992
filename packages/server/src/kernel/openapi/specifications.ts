import { createThreads, ThreadLimitError, type Threads } from '../threads.ts';
import type { InvalidSpecification, MissingFile, ParsedFile, SpecificationFile } from './bundle.ts';
import type { PartSelector } from './extract-parts.ts';
import type { GeneratedPage, PageGenerationOptions } from './generate-pages.ts';
import type { BundledSpecification, ReadSpecification, TaskName } from './tasks.ts';

export type { MissingFile, SpecificationFile } from './bundle.ts';
export type { SpecificationError } from './errors.ts';
export type { PartSelector } from './extract-parts.ts';
export type { GeneratedPage, PageGenerationOptions } from './generate-pages.ts';
export type { ReadSpecification, SpecificationPart } from './tasks.ts';

/** Parses and bundles OpenAPI specifications in threads. */
export interface Specifications {
  /** Parses a text as OpenAPI 3; undefined if it is invalid, or takes too long. */
  read(text: string): Promise<ReadSpecification | undefined>;
  /** Extracts parts of a specification, as the JSON text of a SpecificationPart; `others` are its other files by name. */
  part(
    json: string,
    selectors: readonly PartSelector[],
    others: Readonly<Record<string, string>>,
  ): Promise<string | undefined>;
  /** Parses a file of a specification, or returns its errors; the first one must be a complete specification. */
  parseFile(text: string, isFirst: boolean): Promise<ParsedFile | InvalidSpecification>;
  /** The referenced files that have not been loaded, or an error if finding them exceeds the limits. */
  missingFiles(
    files: readonly Pick<SpecificationFile, 'url' | 'json'>[],
  ): Promise<readonly MissingFile[] | InvalidSpecification>;
  /** The location of a value in a file, for error messages. */
  locate(text: string, path: readonly string[]): Promise<string>;
  /** Bundles the files of a specification into one OpenAPI 3 document, or returns their errors. */
  bundle(files: readonly SpecificationFile[]): Promise<BundledSpecification | InvalidSpecification>;
  /** Generates the pages of a specification; undefined if it takes too long. */
  generatePages(json: string, options: PageGenerationOptions): Promise<readonly GeneratedPage[] | undefined>;
  close(): Promise<void>;
}

// For readers of a page, who wait.
const SECONDS = 20;
const MEGABYTES = 512;
// For background processing: YAML of 10 MB takes half a minute.
const PROCESSING_SECONDS = 120;
const PROCESSING_MEGABYTES = 1024;
const LIMITS_EXCEEDED: InvalidSpecification = {
  errors: [{ message: '/: takes too much time or memory to parse', code: 'TOO_LARGE' }],
};

/** Makes the threads; specifications are untrusted and large, so they are never parsed on the event loop. */
export const createSpecifications = (): Specifications => {
  const threads = createThreads('specifications', { seconds: SECONDS, megabytes: MEGABYTES });
  // Separate threads, so that pages do not wait for background processing.
  const processingThreads = createThreads('specifications', {
    seconds: PROCESSING_SECONDS,
    megabytes: PROCESSING_MEGABYTES,
  });
  const within = async (
    pool: Threads,
    task: TaskName,
    input: readonly unknown[],
    fallback: unknown,
  ): Promise<unknown> => {
    try {
      return await pool.run(task, input);
    } catch (error) {
      if (error instanceof ThreadLimitError) return fallback;
      throw error;
    }
  };
  const run = (task: TaskName, input: readonly unknown[]) => within(threads, task, input, undefined);
  const runProcessing = (task: TaskName, input: readonly unknown[]) =>
    within(processingThreads, task, input, LIMITS_EXCEEDED);
  return {
    read: (text) => run('read', [text]) as Promise<ReadSpecification | undefined>,
    part: (...input) => run('part', input) as Promise<string | undefined>,
    parseFile: (...input) => runProcessing('parseFile', input) as Promise<ParsedFile | InvalidSpecification>,
    missingFiles: (...input) =>
      runProcessing('missingFiles', input) as Promise<readonly MissingFile[] | InvalidSpecification>,
    locate: (...input) => within(processingThreads, 'locate', input, input[1].join('/')) as Promise<string>,
    bundle: (...input) =>
      runProcessing('bundle', input) as Promise<BundledSpecification | InvalidSpecification>,
    generatePages: (...input) =>
      within(processingThreads, 'generatePages', input, undefined) as Promise<
        readonly GeneratedPage[] | undefined
      >,
    close: async () => {
      await Promise.all([threads.close(), processingThreads.close()]);
    },
  };
};
