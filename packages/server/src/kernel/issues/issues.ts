import type { Conversation, Issue, TextVector } from '@lectern/issues';
import { createThreads, ThreadLimitError } from '../threads.ts';
import type {
  AssignmentResult,
  ClusterVectors,
  ConsolidatedCluster,
  EncodedCentroid,
  IssueWithVector,
  RemovedIssue,
  TaskName,
  tasks,
  WindowIssue,
} from './tasks.ts';
import { lazyTextVectors, TEXT_DIMENSIONS } from './text-vectors.ts';

export type {
  ClusterVectors,
  ConsolidatedCluster,
  EncodedCentroid,
  IssueWithVector,
  WindowIssue,
} from './tasks.ts';

/** Extraction and clustering of issues in worker threads. */
export interface Issues {
  /** Extracts the issues of each conversation; none for a conversation that exceeds the limits. */
  extract(conversations: readonly Conversation[]): Promise<IssueWithVector[][]>;
  /** Adds vectors to issues that a language model extracted. */
  withVectors(issues: readonly (readonly Issue[])[]): Promise<IssueWithVector[][]>;
  /** The vectors of texts to compare by their dot product, one after another for each list. */
  textVectors(texts: readonly (readonly string[])[]): Promise<Uint8Array[]>;
  /** The vector of one short text. */
  readonly textVector: TextVector;
  /** The dimensions of the vectors of texts. */
  readonly dimensions: number;
  /** The centroids of clusters. */
  centroidsOf(clusters: readonly ClusterVectors[]): Promise<EncodedCentroid[]>;
  /** Assigns new issues to clusters, and updates the centroids of clusters that gained or lost issues. */
  assign(
    centroids: readonly EncodedCentroid[],
    removed: readonly RemovedIssue[],
    issues: readonly IssueWithVector[],
  ): Promise<AssignmentResult>;
  /** Recomputes the clusters of issues. */
  consolidate(issues: readonly WindowIssue[]): Promise<ConsolidatedCluster[]>;
  close(): Promise<void>;
}

const SECONDS = 600;
const MEGABYTES = 768;

/** Starts the worker threads for issues: clustering thousands of them takes seconds. */
export const createIssues = (): Issues => {
  const threads = createThreads('issues', { seconds: SECONDS, megabytes: MEGABYTES, isBackground: true });
  const run = <Task extends TaskName>(task: Task, ...input: Parameters<(typeof tasks)[Task]>) =>
    threads.run(task, input) as Promise<ReturnType<(typeof tasks)[Task]>>;
  const extract = async (conversations: readonly Conversation[]): Promise<IssueWithVector[][]> => {
    try {
      return await run('extract', conversations);
    } catch (error) {
      if (!(error instanceof ThreadLimitError)) throw error;
      // One conversation exceeds the limits: the others are processed one by one.
      if (conversations.length <= 1) return conversations.map(() => []);
      return (await Promise.all(conversations.map((each) => extract([each])))).flat();
    }
  };
  return {
    extract,
    withVectors: (issues) => run('withVectors', issues),
    textVectors: (texts) => run('textVectors', texts),
    textVector: lazyTextVectors(),
    dimensions: TEXT_DIMENSIONS,
    centroidsOf: (clusters) => run('centroidsOf', clusters),
    assign: (centroids, removed, issues) => run('assign', centroids, removed, issues),
    consolidate: (issues) => run('consolidate', issues),
    close: threads.close,
  };
};
