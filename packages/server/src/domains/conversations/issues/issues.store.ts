import type { Selectable } from 'kysely';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { fetchPage } from '../../../kernel/database/page.ts';
import type { Issues } from '../../../kernel/database/schema.gen.ts';

/** An issue without its vector. */
export type IssueRow = Omit<Selectable<Issues>, 'vector'>;

/** Which issues are wanted. */
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

/** An issue. */
export const findIssue = (db: Database, organizationId: string, id: string): Promise<IssueRow | undefined> =>
  issues(db, organizationId).where('id', '=', id).executeTakeFirst();

/** Issues, newest first. */
export const listIssues = (
  db: Database,
  organizationId: string,
  { clusterId, conversationId }: IssueFilter,
  page: PageRequest,
): Promise<Page<IssueRow>> => {
  const matching = issues(db, organizationId)
    .$if(clusterId !== undefined, (query) => query.where('cluster_id', '=', clusterId!))
    .$if(conversationId !== undefined, (query) => query.where('conversation_id', '=', conversationId!));
  const before = page.after && String(page.after[0]);
  return fetchPage(
    page,
    matching.$if(before !== undefined, (query) => query.where('id', '<', before!)).orderBy('id', 'desc'),
    matching,
  );
};
