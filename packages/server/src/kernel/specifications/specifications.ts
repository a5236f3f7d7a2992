import { BeyondLimitsError, createThreads } from '../threads.ts';
import type { PartOf } from './part.ts';
import type { ReadSpecification, TaskName } from './tasks.ts';

export type { PartOf } from './part.ts';
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
  close(): Promise<void>;
}

const SECONDS = 20;
const MEGABYTES = 512;

/** Specifications are always read in threads: they come from strangers, and are large. */
export const createSpecifications = (): Specifications => {
  const threads = createThreads('specifications', { seconds: SECONDS, megabytes: MEGABYTES });
  const run = async (task: TaskName, input: readonly unknown[]): Promise<unknown> => {
    try {
      return await threads.run(task, input);
    } catch (error) {
      if (error instanceof BeyondLimitsError) return undefined;
      throw error;
    }
  };
  return {
    read: (text) => run('read', [text]) as Promise<ReadSpecification | undefined>,
    part: (...input) => run('part', input) as Promise<string | undefined>,
    close: threads.close,
  };
};
