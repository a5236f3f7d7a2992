import type { Selectable } from 'kysely';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { paginate } from '../../../kernel/database/paginate.ts';
import type { Issues } from '../../../kernel/database/schema.gen.ts';

/** An issue without its vector. */
export type IssueRow = Omit<Selectable<Issues>, 'vector' | 'source'>;

/** The filter of a list of issues. */
export interface IssueFilter {
  readonly clusterId?: string | undefined;
  readonly conversationId?: string | undefined;
}

const issues = (db: Database, organizationId: string) =>
  db
    .selectFrom('issues')
    .select([
      'organization_id',
      'id',
      'conversation_id',
      'cluster_id',
      'title',
      'summary',
      'created_at',
      'ingested_at',
    ])
    .where('organization_id', '=', organizationId);

/** Finds an issue by id. */
export const findIssue = (db: Database, organizationId: string, id: string): Promise<IssueRow | undefined> =>
  issues(db, organizationId).where('id', '=', id).executeTakeFirst();

/** The number of issues, summed over clusters, which are few. */
const countInClusters = async (
  db: Database,
  organizationId: string,
  clusterId: string | undefined,
): Promise<number> => {
  const row = await db
    .selectFrom('issue_clusters')
    .select(({ fn }) => fn.sum<string | null>('issues').as('issues'))
    .where('organization_id', '=', organizationId)
    .$if(clusterId !== undefined, (query) => query.where('id', '=', clusterId!))
    .executeTakeFirstOrThrow();
  return Number(row.issues ?? 0);
};

/** Issues, newest first. */
export const listIssues = async (
  db: Database,
  organizationId: string,
  { clusterId, conversationId }: IssueFilter,
  page: PageRequest,
): Promise<Page<IssueRow>> => {
  const matching = issues(db, organizationId)
    .$if(clusterId !== undefined, (query) => query.where('cluster_id', '=', clusterId!))
    .$if(conversationId !== undefined, (query) => query.where('conversation_id', '=', conversationId!));
  const before = page.after && String(page.after[0]);
  const rows = matching
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc');
  if (conversationId !== undefined) return paginate(page, rows, matching);
  const [found, count] = await Promise.all([
    rows.limit(page.limit + 1).execute(),
    countInClusters(db, organizationId, clusterId),
  ]);
  return { rows: found, count };
};
