import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { ClusterOrder } from './cluster-order.ts';
import {
  type Activity,
  activityOf,
  type ClusterRow,
  type ConversationCounts,
  countConversations,
  findCluster,
  hasCluster,
  listClusters,
  listQuestions,
  type TasksByCluster,
} from './clusters.store.ts';

/** The number of weeks in the pulse of a cluster. */
export const WEEKS = 13;

/** A cluster with its activity by week and source. */
export interface ActiveCluster extends ClusterRow {
  readonly activity: readonly Activity[];
}

interface Dependencies extends Pick<Kernel, 'db' | 'clock'> {
  /** Tasks depend on conversations. */
  readonly tasksByCluster: TasksByCluster;
}

/** Reads clusters of similar issues. */
export const createClustersService = ({ db, clock, tasksByCluster }: Dependencies) => {
  const withActivity = async (
    organizationId: string,
    rows: readonly ClusterRow[],
  ): Promise<ActiveCluster[]> => {
    const ids = rows.map(({ id }) => id);
    const found = new Map<string, Activity[]>(ids.map((id) => [id, []]));
    for (const one of await activityOf(db, organizationId, ids, clock.now(), WEEKS))
      found.get(one.cluster_id)!.push(one);
    return rows.map((row) => ({ ...row, activity: found.get(row.id)! }));
  };

  return {
    list: async (
      organizationId: string,
      readerId: string,
      order: ClusterOrder,
      page: PageRequest,
    ): Promise<Page<ActiveCluster>> => {
      const { rows, count } = await listClusters(
        db,
        organizationId,
        order,
        page,
        tasksByCluster(db, organizationId, readerId),
      );
      return { rows: await withActivity(organizationId, rows), count };
    },

    get: async (organizationId: string, readerId: string, id: string): Promise<ActiveCluster> => {
      const row = await findCluster(db, organizationId, id, tasksByCluster(db, organizationId, readerId));
      const [cluster] = row ? await withActivity(organizationId, [row]) : [];
      if (!cluster) throw notFound('cluster');
      return cluster;
    },

    /** Whether a cluster exists. */
    has: (organizationId: string, id: string): Promise<boolean> => hasCluster(db, organizationId, id),

    /** The distinct questions of a cluster, newest first. */
    questions: (organizationId: string, id: string, limit: number): Promise<string[]> =>
      listQuestions(db, organizationId, id, limit),

    /** How much an organization has of conversations, issues and clusters. */
    counts: (organizationId: string): Promise<ConversationCounts> => countConversations(db, organizationId),
  };
};

/** Reads clusters of similar issues. */
export type ClustersService = ReturnType<typeof createClustersService>;
