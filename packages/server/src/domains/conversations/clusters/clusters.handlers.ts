import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import { type ClusterOrder, isTaskCount } from './cluster-order.ts';
import type { CLUSTER_ORDERS, clustersContract } from './clusters.contract.ts';
import { type ActiveCluster, type ClustersService, WEEKS } from './clusters.service.ts';

const COLUMNS: Readonly<Record<(typeof CLUSTER_ORDERS)[number], ClusterOrder['by']>> = {
  updatedAt: 'updated_at',
  issues: 'issues',
  conversations: 'conversations',
  tasksTotal: 'total',
  tasksBacklog: 'backlog',
  tasksStarted: 'started',
};

/** The value that a list is sorted by. */
const sortValue = (row: ActiveCluster, by: ClusterOrder['by']): string | number => {
  if (isTaskCount(by)) return row.tasks[by];
  return by === 'updated_at' ? row.updated_at.toISOString() : row[by];
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
      tasksTotal: row.tasks.total,
      tasksBacklog: row.tasks.backlog,
      tasksStarted: row.tasks.started,
      tasksCompleted: row.tasks.completed,
      tasksCancelled: row.tasks.canceled,
    },
    urls: { location: links.apiUrl(path), app: links.appUrl(path) },
  };
};

/** Handlers of the operations on clusters. */
export const clustersHandlers = (
  clusters: ClustersService,
  links: Links,
): Handlers<typeof clustersContract> => ({
  listConversationsIssuesClusters: async ({ caller, subject, query, page }) => {
    const by = COLUMNS[query.orderBy ?? 'updatedAt'];
    const search = query.search?.trim();
    const order = { by, order: query.order ?? 'desc', status: query.status, search } as const;
    return listOf(
      page,
      await clusters.list(subject.id, caller.principal.userId, order, page),
      (row) => [sortValue(row, by), row.id],
      (row) => toCluster(links, row),
    );
  },
  getConversationsIssuesCluster: async ({ caller, subject, params }) =>
    toCluster(links, await clusters.get(subject.id, caller.principal.userId, params.clusterId)),
});
