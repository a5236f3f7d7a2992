import type { Selectable } from 'kysely';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { paginate } from '../../../kernel/database/paginate.ts';
import type { SiteFeedback } from '../../../kernel/database/schema.gen.ts';

/** Row of feedback on a site. */
export type FeedbackRow = Selectable<SiteFeedback>;

/** Filter of feedback. */
export interface FeedbackFilter {
  readonly rating?: string;
  readonly source?: string;
}

/** Inserts feedback. */
export const insertFeedback = async (tx: DatabaseTransaction, row: FeedbackRow): Promise<void> => {
  await tx.insertInto('site_feedback').values(row).execute();
};

/** Lists the feedback on a site, the newest first. */
export const listFeedback = (
  db: Database,
  site: { readonly organization_id: string; readonly id: string },
  { rating, source }: FeedbackFilter,
  page: PageRequest,
): Promise<Page<FeedbackRow>> => {
  const before = page.after && String(page.after[0]);
  const matching = db
    .selectFrom('site_feedback')
    .selectAll()
    .where('organization_id', '=', site.organization_id)
    .where('site_id', '=', site.id)
    .$if(rating !== undefined, (query) => query.where('rating', '=', rating!))
    .$if(source !== undefined, (query) => query.where('source', '=', source!));
  return paginate(
    page,
    matching.$if(before !== undefined, (query) => query.where('id', '<', before!)).orderBy('id', 'desc'),
    matching,
  );
};
