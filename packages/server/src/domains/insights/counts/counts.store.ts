import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { OWN_EVENT_TYPES } from '../events/event-types.ts';
import type { SiteKey } from '../events/visitor-ids.ts';
import { COUNTED_DIMENSIONS, CURRENT_DIMENSIONS, DIMENSIONS, type DimensionName } from './dimensions.ts';

declare module '../../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'site_event_counts.grain': Grain;
    'site_event_progress.grain': Grain;
  }
}

/** The length of the times that events are counted by. */
export type Grain = 'hour' | 'day';

/** An hour or a day, in UTC; of the current day the part that is counted. */
export interface Bucket {
  readonly grain: Grain;
  readonly start: Date;
  readonly end: Date;
}

// A busy day of a large site takes longer than the requests that statements are usually made for.
const TIMEOUT = '10min';
const DAY_MS = 24 * 60 * 60 * 1000;

/** The ratings of events, as columns of a query. */
export const RATINGS = {
  bad: sql`site_events.type = 'page_post_feedback' and site_events.rating = 'bad'`,
  ok: sql`site_events.type = 'page_post_feedback' and site_events.rating = 'ok'`,
  good: sql`site_events.type = 'page_post_feedback' and site_events.rating = 'good'`,
  helpful: sql`site_events.answer_rating > 0`,
  unhelpful: sql`site_events.answer_rating < 0`,
} as const;

const ratingNames = Object.keys(RATINGS) as (keyof typeof RATINGS)[];
const eachRating = (expression: (name: keyof typeof RATINGS) => RawBuilder<unknown>) =>
  sql.join(ratingNames.map((name) => sql`${expression(name)} as ${sql.ref(name)}`));
const ratingColumns = sql.join(ratingNames.map((name) => sql.ref(name)));

/** The number of events by rating, as columns of a query. */
export const countsOfRatings = eachRating((name) => sql`count(*) filter (where ${RATINGS[name]})`);

/** The sums of the counts of ratings. */
export const sumsOfRatings = eachRating((name) => sql`sum(${sql.ref(name)})`);

/**
 * Inserts the counts of one dimension. The innermost query counts visits, that is the events of a session at one place,
 * which are then repeated for each level and for all types; visitors and sessions are counted by grouping twice more,
 * which is far cheaper than counting distinct values.
 */
const insertCounts = (
  tx: DatabaseTransaction,
  { grain, start, end }: Bucket,
  dimension: DimensionName | '',
  site: SiteKey | undefined,
) => {
  const counted = dimension === '' ? { sql: 'null::text', isNullable: true } : DIMENSIONS[dimension];
  const value = sql.raw(counted.sql);
  const key = sql`organization_id, site_id, level, type, site_section_id, site_space_id, value`;
  return sql`
    insert into site_event_counts (
      organization_id, site_id, level, type, site_section_id, site_space_id, value,
      grain, starts_at, dimension, visitors, sessions, events, ${ratingColumns})
    select ${key}, ${grain}::text, ${start}::timestamptz, ${dimension}::text, count(*), sum(sessions), sum(events), ${sumsOfRatings}
    from (
      select ${key}, visitor, count(*) as sessions, sum(events) as events, ${sumsOfRatings}
      from (
        select visits.organization_id, visits.site_id, place.*, types.type, visits.value, visitor, session,
          sum(events) as events, ${sumsOfRatings}
        from (
          select organization_id, site_id, site_section_id, site_space_id, type, ${value} as value, visitor, session,
            count(*) as events, ${countsOfRatings}
          from site_events
          where happened_at >= ${start} and happened_at < ${end}
            ${site ? sql`and organization_id = ${site.organization_id} and site_id = ${site.id}` : sql``}
            ${counted.isNullable ? sql`` : sql`and ${value} is not null`}
          group by 1, 2, 3, 4, 5, 6, 7, 8
        ) visits
        cross join lateral (values
          (0, null, null), (1, visits.site_section_id, null), (2, visits.site_section_id, visits.site_space_id)
        ) place (level, site_section_id, site_space_id)
        cross join lateral (values (visits.type), ('')) types (type)
        where types.type <> '' or visits.type <> all(${[...OWN_EVENT_TYPES]})
        group by 1, 2, 3, 4, 5, 6, 7, 8, 9
      ) sessions
      group by ${key}, visitor
    ) visitors
    group by ${key}
    order by level, type, value`.execute(tx);
};

/** Lets the statements of a transaction take the time and memory that a busy day needs. */
export const allowLongStatements = async (tx: DatabaseTransaction): Promise<void> => {
  await sql`set local statement_timeout = ${sql.lit(TIMEOUT)}`.execute(tx);
  // Otherwise the groups of a busy day are sorted on disk.
  await sql`set local work_mem = '64MB'`.execute(tx);
};

// Single dimensions by hour are rarely asked for, and are many rows.
const dimensionsOf = ({ grain, start, end }: Bucket): readonly DimensionName[] => {
  if (grain === 'hour') return [];
  return end.getTime() - start.getTime() === DAY_MS ? COUNTED_DIMENSIONS : CURRENT_DIMENSIONS;
};

/** Counts the events of an hour or a day anew, of one site or of all. */
export const countBucket = async (tx: DatabaseTransaction, bucket: Bucket, site?: SiteKey): Promise<void> => {
  await allowLongStatements(tx);
  await tx
    .deleteFrom('site_event_counts')
    .where('grain', '=', bucket.grain)
    .where('starts_at', '=', bucket.start)
    .$if(site !== undefined, (query) =>
      query.where('organization_id', '=', site!.organization_id).where('site_id', '=', site!.id),
    )
    .execute();
  for (const dimension of ['', ...dimensionsOf(bucket)] as const)
    await insertCounts(tx, bucket, dimension, site);
};

/** Until when events are counted by hour or day, which may be within a day; undefined before the first time. */
export const findProgress = async (db: Database, grain: Grain): Promise<Date | undefined> =>
  (await db.selectFrom('site_event_progress').select('ends_at').where('grain', '=', grain).executeTakeFirst())
    ?.ends_at;

/** Until when events are counted, locked until the end of the transaction; begins at the given time. */
export const lockProgress = async (tx: DatabaseTransaction, grain: Grain, first: Date): Promise<Date> => {
  await tx
    .insertInto('site_event_progress')
    .values({ grain, ends_at: first })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { ends_at } = await tx
    .selectFrom('site_event_progress')
    .select('ends_at')
    .where('grain', '=', grain)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return ends_at;
};

/** Stores until when events are counted. */
export const updateProgress = async (tx: DatabaseTransaction, grain: Grain, until: Date): Promise<void> => {
  await tx.updateTable('site_event_progress').set({ ends_at: until }).where('grain', '=', grain).execute();
};

/** Deletes the counts of times before a date. */
export const deleteCountsBefore = async (db: Database, grain: Grain, before: Date): Promise<void> => {
  await db
    .deleteFrom('site_event_counts')
    .where('grain', '=', grain)
    .where('starts_at', '<', before)
    .execute();
};
