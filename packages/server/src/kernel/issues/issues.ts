import type { Issue, Talk } from '@lectern/issues';
import { BeyondLimitsError, createThreads } from '../threads.ts';
import type {
  Assignment,
  Consolidated,
  PresentCluster,
  ReadIssue,
  TaskName,
  tasks,
  WindowIssue,
} from './tasks.ts';

export type { Consolidated, PresentCluster, ReadIssue, WindowIssue } from './tasks.ts';

/** Finding issues in conversations, and which of them are about the same, without keeping others waiting. */
export interface Issues {
  /** The issues of each conversation; none for one that takes too long to be read. */
  read(talks: readonly Talk[]): Promise<ReadIssue[][]>;
  /** Issues that somebody else found, with what they are about. */
  withVectors(issues: readonly (readonly Issue[])[]): Promise<ReadIssue[][]>;
  /** Where new issues go at once. */
  assign(present: readonly PresentCluster[], issues: readonly ReadIssue[]): Promise<Assignment[]>;
  /** The clusters that issues should be in, in peace. */
  consolidate(issues: readonly WindowIssue[]): Promise<Consolidated[]>;
  close(): Promise<void>;
}

const SECONDS = 600;
const MEGABYTES = 768;

/** Issues are always found in threads: comparing thousands of them takes seconds. */
export const createIssues = (): Issues => {
  const threads = createThreads('issues', { seconds: SECONDS, megabytes: MEGABYTES, isBackground: true });
  const run = <Task extends TaskName>(task: Task, ...input: Parameters<(typeof tasks)[Task]>) =>
    threads.run(task, input) as Promise<ReturnType<(typeof tasks)[Task]>>;
  const read = async (talks: readonly Talk[]): Promise<ReadIssue[][]> => {
    try {
      return await run('read', talks);
    } catch (error) {
      if (!(error instanceof BeyondLimitsError)) throw error;
      // One of them is too much: the others must not suffer for it.
      if (talks.length <= 1) return talks.map(() => []);
      return (await Promise.all(talks.map((talk) => read([talk])))).flat();
    }
  };
  return {
    read,
    withVectors: (issues) => run('withVectors', issues),
    assign: (present, issues) => run('assign', present, issues),
    consolidate: (issues) => run('consolidate', issues),
    close: threads.close,
  };
};
