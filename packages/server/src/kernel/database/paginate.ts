import type { SelectQueryBuilder } from 'kysely';
import type { Page, PageRequest } from '../contract/paging.ts';

/** Queries the rows of a page and the total count concurrently. */
export const paginate = async <
  DB,
  TB extends keyof DB,
  Row,
  MatchingDB,
  MatchingTB extends keyof MatchingDB,
  O,
>(
  page: PageRequest,
  rows: SelectQueryBuilder<DB, TB, Row>,
  matching: SelectQueryBuilder<MatchingDB, MatchingTB, O>,
): Promise<Page<Row>> => {
  const [found, total] = await Promise.all([
    // One row more than the limit shows whether there is a next page.
    rows.limit(page.limit + 1).execute(),
    matching
      .clearSelect()
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows: found as Row[], count: Number((total as { count: string }).count) };
};
