import { type Selectable, sql } from 'kysely';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { paginate } from '../../../kernel/database/paginate.ts';
import type { IssueClusters } from '../../../kernel/database/schema.gen.ts';

/** A cluster as it is stored. */
export type ClusterRow = Selectable<IssueClusters>;

/** The number of issues of a cluster from a source in a week. */
export interface Activity {
  readonly cluster_id: string;
  readonly source: string;
  readonly weeksAgo: number;
  readonly count: number;
}

/** The filter and the order of a list of clusters. */
export interface ClusterOrder {
  readonly status?: 'pending' | 'analysing' | undefined;
  readonly by: 'updated_at' | 'issues' | 'conversations' | undefined;
  readonly order: 'asc' | 'desc';
}

// Clusters with one issue are not listed.
const MIN_LISTED_ISSUES = 2;

/** Finds a cluster by id. */
export const findCluster = (
  db: Database,
  organizationId: string,
  id: string,
): Promise<ClusterRow | undefined> =>
  db
    .selectFrom('issue_clusters')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Lists clusters with several issues. */
export const listClusters = (
  db: Database,
  organizationId: string,
  { by, order, status }: ClusterOrder,
  page: PageRequest,
): Promise<Page<ClusterRow>> => {
  const matching = db
    .selectFrom('issue_clusters')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('issues', '>=', MIN_LISTED_ISSUES)
    .$if(status === 'analysing', (query) => query.where(sql<boolean>`false`))
    .$if(status === 'pending', (query) =>
      query.where(sql<boolean>`updated_at > coalesce(
        (select consolidated_at from issue_windows where organization_id = ${organizationId}), '-infinity')`),
    );
  const [value, id] = page.after ?? [];
  const isAfter = order === 'asc' ? sql`>` : sql`<`;
  const type = by === 'updated_at' ? sql`timestamptz` : sql`integer`;
  const after = by
    ? sql<boolean>`(${sql.ref(by)}, id) ${isAfter} (${value}::${type}, ${id}::text)`
    : sql<boolean>`id ${isAfter} ${id}::text`;
  return paginate(
    page,
    matching
      .$if(page.after !== undefined, (query) => query.where(after))
      .$if(by !== undefined, (query) => query.orderBy(by!, order))
      .orderBy('id', order),
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
