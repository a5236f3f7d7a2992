import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import {
  type Activity,
  activityOf,
  type ClusterOrder,
  type ClusterRow,
  findCluster,
  listClusters,
} from './clusters.store.ts';

/** The number of weeks in the pulse of a cluster. */
export const WEEKS = 13;

/** A cluster with its activity by week and source. */
export interface ActiveCluster extends ClusterRow {
  readonly activity: readonly Activity[];
}

/** Reads clusters of similar issues. */
export const createClustersService = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => {
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
      order: ClusterOrder,
      page: PageRequest,
    ): Promise<Page<ActiveCluster>> => {
      const { rows, count } = await listClusters(db, organizationId, order, page);
      return { rows: await withActivity(organizationId, rows), count };
    },

    get: async (organizationId: string, id: string): Promise<ActiveCluster> => {
      const row = await findCluster(db, organizationId, id);
      const [cluster] = row ? await withActivity(organizationId, [row]) : [];
      if (!cluster) throw notFound('cluster');
      return cluster;
    },

    /** Whether a cluster exists. */
    has: async (organizationId: string, id: string): Promise<boolean> =>
      (await findCluster(db, organizationId, id)) !== undefined,
  };
};

/** Reads clusters of similar issues. */
export type ClustersService = ReturnType<typeof createClustersService>;
