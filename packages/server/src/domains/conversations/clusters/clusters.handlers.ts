import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import type { CLUSTER_ORDERS, clustersContract } from './clusters.contract.ts';
import { type ActiveCluster, type ClustersService, WEEKS } from './clusters.service.ts';
import type { ClusterOrder } from './clusters.store.ts';

const COLUMNS: Readonly<Record<(typeof CLUSTER_ORDERS)[number], ClusterOrder['by']>> = {
  updatedAt: 'updated_at',
  issues: 'issues',
  conversations: 'conversations',
  tasksTotal: undefined,
  tasksBacklog: undefined,
  tasksStarted: undefined,
};

/** The API representation of a cluster; the last week of its pulse ends today. */
const toCluster = (links: Links, row: ActiveCluster) => {
  const weeklyPulse = Array.from({ length: WEEKS }, () => 0);
  const sources: Record<string, number> = {};
  for (const { source, weeksAgo, count } of row.activity) {
    sources[source] = (sources[source] ?? 0) + count;
    if (weeksAgo >= 0 && weeksAgo < WEEKS) weeklyPulse[WEEKS - 1 - weeksAgo]! += count;
  }
  const path = `/orgs/${row.organization_id}/conversations-clusters/${row.id}`;
  return {
    object: 'issues-cluster' as const,
    id: row.id,
    label: row.label,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    icon: row.icon,
    summary: row.summary,
    weeklyPulse,
    sources,
    stats: {
      issues: row.issues,
      conversations: row.conversations,
      tasksTotal: 0,
      tasksBacklog: 0,
      tasksStarted: 0,
      tasksCompleted: 0,
      tasksCancelled: 0,
    },
    urls: { location: links.apiUrl(path), app: links.appUrl(path) },
  };
};

/** Handlers of the operations on clusters. */
export const clustersHandlers = (
  clusters: ClustersService,
  links: Links,
): Handlers<typeof clustersContract> => ({
  listConversationsIssuesClusters: async ({ subject, query, page }) => {
    const by = COLUMNS[query.orderBy ?? 'updatedAt'];
    const order = { by, order: query.order ?? 'desc', status: query.status } as const;
    return listOf(
      page,
      await clusters.list(subject.id, order, page),
      (row) => [by === 'updated_at' ? row.updated_at.toISOString() : by ? row[by] : null, row.id],
      (row) => toCluster(links, row),
    );
  },
  getConversationsIssuesCluster: async ({ subject, params }) =>
    toCluster(links, await clusters.get(subject.id, params.clusterId)),
});
