import type { Issue, Talk } from '@lectern/issues';
import { createThreads, ThreadLimitError } from '../threads.ts';
import type {
  Assigned,
  Centre,
  Consolidated,
  Lost,
  PresentCluster,
  ReadIssue,
  TaskName,
  tasks,
  WindowIssue,
} from './tasks.ts';

export type { Centre, Consolidated, PresentCluster, ReadIssue, WindowIssue } from './tasks.ts';

/** Finding issues in conversations, and which of them are about the same, without keeping others waiting. */
export interface Issues {
  /** The issues of each conversation; none for one that takes too long to be read. */
  read(talks: readonly Talk[]): Promise<ReadIssue[][]>;
  /** Issues that somebody else found, with what they are about. */
  withVectors(issues: readonly (readonly Issue[])[]): Promise<ReadIssue[][]>;
  /** What new issues will be compared with. */
  centresOf(present: readonly PresentCluster[]): Promise<Centre[]>;
  /** Where new issues go at once, and what becomes of the centres of clusters; those that lost issues among them. */
  assign(present: readonly Centre[], lost: readonly Lost[], issues: readonly ReadIssue[]): Promise<Assigned>;
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
      if (!(error instanceof ThreadLimitError)) throw error;
      // One of them is too much: the others must not suffer for it.
      if (talks.length <= 1) return talks.map(() => []);
      return (await Promise.all(talks.map((talk) => read([talk])))).flat();
    }
  };
  return {
    read,
    withVectors: (issues) => run('withVectors', issues),
    centresOf: (present) => run('centresOf', present),
    assign: (present, lost, issues) => run('assign', present, lost, issues),
    consolidate: (issues) => run('consolidate', issues),
    close: threads.close,
  };
};
