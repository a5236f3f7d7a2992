import { type AliasableExpression, type Selectable, sql } from 'kysely';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { paginate } from '../../../kernel/database/paginate.ts';
import type { IssueClusters } from '../../../kernel/database/schema.gen.ts';
import { likePattern } from '../../../kernel/database/text-search.ts';
import { type ClusterOrder, isTaskCount } from './cluster-order.ts';

/** The tasks for a cluster by status. */
export interface ClusterTasks {
  readonly cluster_id: string | null;
  readonly total: number;
  readonly backlog: number;
  readonly started: number;
  readonly completed: number;
  readonly canceled: number;
}

/** The query of the tasks for each cluster, as far as a reader may see them. */
export type TasksByCluster = (
  db: Database,
  organizationId: string,
  readerId: string,
) => AliasableExpression<ClusterTasks>;

/** A cluster as it is stored, with its tasks. */
export interface ClusterRow extends Selectable<IssueClusters> {
  readonly tasks: Omit<ClusterTasks, 'cluster_id'>;
}

/** The number of issues of a cluster from a source in a week. */
export interface Activity {
  readonly cluster_id: string;
  readonly source: string;
  readonly weeksAgo: number;
  readonly count: number;
}

// Clusters with one issue are not listed.
const MIN_LISTED_ISSUES = 2;

/** Whether a cluster exists. */
export const hasCluster = async (db: Database, organizationId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('issue_clusters')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()) !== undefined;

const clusters = (db: Database, organizationId: string, tasks: AliasableExpression<ClusterTasks>) =>
  db
    .selectFrom('issue_clusters')
    .leftJoin(tasks.as('tasks'), 'tasks.cluster_id', 'issue_clusters.id')
    .selectAll('issue_clusters')
    .select(
      sql<ClusterRow['tasks']>`json_build_object(
        'total', coalesce(tasks.total, 0), 'backlog', coalesce(tasks.backlog, 0),
        'started', coalesce(tasks.started, 0), 'completed', coalesce(tasks.completed, 0),
        'canceled', coalesce(tasks.canceled, 0))`.as('tasks'),
    )
    .where('issue_clusters.organization_id', '=', organizationId);

/** Finds a cluster by id. */
export const findCluster = (
  db: Database,
  organizationId: string,
  id: string,
  tasks: AliasableExpression<ClusterTasks>,
): Promise<ClusterRow | undefined> =>
  clusters(db, organizationId, tasks).where('issue_clusters.id', '=', id).executeTakeFirst();

/** Lists clusters with several issues. */
export const listClusters = (
  db: Database,
  organizationId: string,
  { by, order, status, search }: ClusterOrder,
  page: PageRequest,
  tasks: AliasableExpression<ClusterTasks>,
): Promise<Page<ClusterRow>> => {
  const matching = clusters(db, organizationId, tasks)
    .where('issue_clusters.issues', '>=', MIN_LISTED_ISSUES)
    .$if(search !== undefined, (query) =>
      query.where(({ or, eb }) =>
        or([
          eb('issue_clusters.label', 'ilike', likePattern(search!)),
          eb('issue_clusters.summary', 'ilike', likePattern(search!)),
        ]),
      ),
    )
    .$if(status === 'analysing', (query) => query.where(sql<boolean>`false`))
    .$if(status === 'pending', (query) =>
      query.where(sql<boolean>`issue_clusters.updated_at > coalesce(
        (select consolidated_at from issue_windows where organization_id = ${organizationId}), '-infinity')`),
    );
  const [value, id] = page.after ?? [];
  const isAfter = order === 'asc' ? sql`>` : sql`<`;
  const type = by === 'updated_at' ? sql`timestamptz` : sql`integer`;
  const sorted = isTaskCount(by)
    ? sql`coalesce(${sql.ref(`tasks.${by}`)}, 0)`
    : sql.ref(`issue_clusters.${by}`);
  const after = sql<boolean>`(${sorted}, issue_clusters.id) ${isAfter} (${value}::${type}, ${id}::text)`;
  return paginate(
    page,
    matching
      .$if(page.after !== undefined, (query) => query.where(after))
      .orderBy(sorted, order)
      .orderBy('issue_clusters.id', order),
    matching,
  );
};

/** The activity of clusters by week and source; the last week ends today. */
export const activityOf = async (
  db: Database,
  organizationId: string,
  clusterIds: readonly string[],
  now: Date,
  weeks: number,
): Promise<Activity[]> => {
  const { rows } = await sql<Activity>`
    select cluster_id, source, sum(issues)::int as count,
      least(${weeks}::int, floor(((${now}::timestamptz at time zone 'UTC')::date - day) / 7.0))::int as "weeksAgo"
    from issue_days
    where organization_id = ${organizationId} and cluster_id = any(${clusterIds})
    group by 1, 2, 4`.execute(db);
  return rows;
};

/** The distinct questions of a cluster, newest first. */
export const listQuestions = async (
  db: Database,
  organizationId: string,
  clusterId: string,
  limit: number,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('issues')
    .select(['title', sql<string>`max(id)`.as('newest')])
    .where('organization_id', '=', organizationId)
    .where('cluster_id', '=', clusterId)
    .groupBy('title')
    .orderBy('newest', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ title }) => title);
};

/** How much an organization has of conversations, issues and listed clusters. */
export interface ConversationCounts {
  readonly issues: number;
  readonly clusters: number;
  /** The number of conversations by source. */
  readonly sources: Readonly<Record<string, number>>;
}

/** Counts the conversations, issues and listed clusters of an organization. */
export const countConversations = async (
  db: Database,
  organizationId: string,
): Promise<ConversationCounts> => {
  const { rows } = await sql<ConversationCounts>`
    select coalesce(sum(issues), 0)::int as issues,
      (count(*) filter (where issues >= ${MIN_LISTED_ISSUES}))::int as clusters,
      coalesce((select json_object_agg(source, conversations) from conversation_sources
        where organization_id = ${organizationId} and conversations > 0), '{}') as sources
    from issue_clusters where organization_id = ${organizationId}`.execute(db);
  return rows[0]!;
};
