import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { SiteKey } from '../events/visitor-ids.ts';
import { allowLongStatements, type Bucket } from './counts.store.ts';
import { DIMENSIONS, type DimensionName, PAGE_DIMENSIONS } from './dimensions.ts';

/** Inserts the counts of each page by the values of a dimension: one row for each page, type and place. */
const insertPageCounts = (
  tx: DatabaseTransaction,
  { start, end }: Bucket,
  dimension: DimensionName,
  site: SiteKey | undefined,
) => {
  const value = sql.raw(DIMENSIONS[dimension].sql);
  const page = sql.raw(DIMENSIONS.page.sql);
  const key = sql`organization_id, site_id, site_section_id, site_space_id, page, type`;
  return sql`
    insert into site_page_counts (
      organization_id, site_id, site_section_id, site_space_id, page, type, starts_at, dimension,
      names, events, sessions, visitors)
    select ${key}, ${start}::timestamptz, ${dimension}::text,
      array_agg(value), array_agg(events), array_agg(sessions), array_agg(visitors)
    from (
      select ${key}, value, count(*)::integer as visitors, sum(sessions)::integer as sessions, sum(events)::integer as events
      from (
        select ${key}, value, visitor, count(*) as sessions, sum(events) as events
        from (
          select organization_id, site_id, site_section_id, site_space_id, ${page} as page, type, ${value} as value,
            visitor, session, count(*) as events
          from site_events
          where happened_at >= ${start} and happened_at < ${end} and page_id is not null
            ${site ? sql`and organization_id = ${site.organization_id} and site_id = ${site.id}` : sql``}
            ${DIMENSIONS[dimension].isNullable ? sql`` : sql`and ${value} is not null`}
          group by 1, 2, 3, 4, 5, 6, 7, 8, 9
        ) visits
        group by ${key}, value, visitor
      ) visitors
      group by ${key}, value
    ) counts
    group by ${key}
    order by page, type`.execute(tx);
};

/** Counts the events of each page on a day anew, of one site or of all. */
export const countPageDay = async (tx: DatabaseTransaction, day: Bucket, site?: SiteKey): Promise<void> => {
  await allowLongStatements(tx);
  await tx
    .deleteFrom('site_page_counts')
    .where('starts_at', '=', day.start)
    .$if(site !== undefined, (query) =>
      query.where('organization_id', '=', site!.organization_id).where('site_id', '=', site!.id),
    )
    .execute();
  for (const dimension of PAGE_DIMENSIONS) await insertPageCounts(tx, day, dimension, site);
};

/** Deletes the counts of pages on days before a date. */
export const deletePageDaysBefore = async (db: Database, before: Date): Promise<void> => {
  await db.deleteFrom('site_page_counts').where('starts_at', '<', before).execute();
};
