import { sql } from 'kysely';
import {
  CURRENT_DIMENSIONS,
  DIMENSIONS,
  PAGE_DIMENSIONS,
} from '../packages/server/src/domains/insights/counts/dimensions.ts';
import { openDatabase } from '../packages/server/src/kernel/database/database.ts';

/** The site whose events are written. */
export interface SeededSite {
  readonly connectionString: string;
  readonly organizationId: string;
  readonly siteId: string;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const PAGES = 1000;
const SEARCHES = 100_000;
const REFERRERS = 5000;
const VISITORS = 40_000;
// Ten million a month.
const EVENTS_PER_DAY = 333_000;
// The job that counts runs each hour, and leaves the last ten minutes alone: at a busy time of the day, most of two hours.
const EVENTS_LATER = 33_000;

/** The SQL of a number below a limit; small ones are frequent, as Zipf found. */
const rank = (limit: number) => sql`floor(exp(random() * ln(${sql.lit(limit)}))) :: int`;

// The dimensions of charts in the console.
const CHARTED = [
  'page',
  'url',
  'referrerDomain',
  'visitorDevice',
  'visitorLanguage',
  'eventSearchQuery',
  'eventPageFeedbackRating',
  'eventPageFeedbackComment',
  'eventLinkTargetValue',
] as const;

// The share of each type.
const TYPE = sql`case
  when kind < 0.80 then 'page_view' when kind < 0.85 then 'search_type_query' when kind < 0.89 then 'search_open'
  when kind < 0.92 then 'search_open_result' when kind < 0.95 then 'link_click' when kind < 0.97 then 'ask_question'
  when kind < 0.985 then 'page_not_found' when kind < 0.99 then 'search_without_result'
  when kind < 0.998 then 'page_post_feedback' else 'page_post_feedback_comment' end`;

/** Inserts events between two times. */
const insertEvents = ({ organizationId, siteId }: SeededSite, from: Date, to: Date, count: number) => sql`
  insert into site_events (organization_id, site_id, happened_at, type, visitor, session, site_section_id, site_space_id,
    display_context, space_id, page_id, url, device, browser, os, language, referrer, referrer_domain, claims, query,
    rating, comment, link_target, link_kind, link_domain, link_position)
  select ${organizationId}, ${siteId}, happened_at, type, hashint8extended(visitor, 1), hashint8extended(visitor * 4 + pause, 2),
    'section ' || page % 3, 'site space ' || page % 6, 'site', 'space' || page % 6, 'page' || page,
    'https://docs.test/part-' || page % 6 || '/page-' || page,
    (array['desktop','desktop','desktop','mobile','tablet'])[1 + visitor % 5],
    (array['chrome','chrome','chrome','firefox','safari','edge'])[1 + visitor % 6],
    (array['windows','macos','linux','android','ios'])[1 + visitor % 5],
    'l' || floor(exp((visitor % 997) / 997.0 * ln(40))),
    case when from_elsewhere then 'https://host' || host || '.test/' else '' end,
    case when from_elsewhere then 'host' || host || '.test' else '' end, '{}',
    case when type ~ '^(search_type|search_without|search_open_|ask)' then 'how to do ' || search end,
    case when type ~ '^page_post' then (array['good','ok','bad'])[1 + visitor % 3] end,
    case when type = 'page_post_feedback_comment' then 'A comment that nobody wrote before, ' || search end,
    case when type = 'link_click' then jsonb_build_object('kind', 'url', 'url', 'https://host' || host || '.test/') end,
    case when type = 'link_click' then 'url' end, case when type = 'link_click' then 'host' || host || '.test' end,
    case when type = 'link_click' then 'content' end
  from (
    select ${from}::timestamptz + random() * (${to}::timestamptz - ${from}::timestamptz) * 0.999 as happened_at,
      ${TYPE} as type, visitor, pause, page, host, search, from_elsewhere
    from (
      select random() as kind, floor(random() ^ 1.5 * ${VISITORS}) :: bigint as visitor,
        floor(random() * 1.3) :: int as pause, ${rank(PAGES)} as page, ${rank(REFERRERS)} as host,
        ${rank(SEARCHES)} as search, random() < 0.3 as from_elsewhere
      from generate_series(1, ${count}::int)
    ) made
  ) typed`;

/** Copies the counts that charts read from a day to an earlier one, with other rare values. */
const copyDay = (table: 'site_event_counts' | 'site_page_counts', day: Date, ago: number) =>
  table === 'site_page_counts'
    ? sql`
        insert into site_page_counts
        select organization_id, site_id, starts_at - ${ago} * interval '1 day', page, dimension, type, site_section_id,
          site_space_id, names, events, sessions, visitors
        from site_page_counts where starts_at = ${day}`
    : sql`
        insert into site_event_counts
        select organization_id, site_id, grain, starts_at - ${ago} * interval '1 day', dimension, level, type, site_section_id,
          site_space_id,
          case when value ~ '^(how to do|A comment)' and events < 4
            then regexp_replace(value, '\\d+$', '') || (substring(value from '\\d+$')::int + ${ago} * 7919) % ${SEARCHES}::int
            else value end,
          events, sessions, visitors, bad, ok, good, helpful, unhelpful
        from site_event_counts where starts_at = ${day} and grain = 'day' and level < 2 and type <> ''
        order by dimension, level, type, value`;

/**
 * Counts the events between two times, as the server does, except that visitors and sessions are guessed: what a query
 * costs does not depend on them, and counting all dimensions exactly takes minutes.
 */
const countDay = (name: string, value: string, from: Date, to: Date) => sql`
  insert into site_event_counts
  select organization_id, site_id, 'day', date_trunc('day', ${from}::timestamptz, 'UTC'), ${name}::text, level, types.type,
    place.section, place.space, value, sum(events), ceil(sum(events) / 3), ceil(sum(events) / 4),
    0, 0, 0, 0, 0
  from (
    select organization_id, site_id, site_section_id, site_space_id, type, ${sql.raw(value)} as value, count(*) as events
    from site_events where happened_at >= ${from} and happened_at < ${to} group by 1, 2, 3, 4, 5, 6
  ) counted
  cross join lateral (values (0, null, null), (1, site_section_id, null), (2, site_section_id, site_space_id))
    place (level, section, space)
  cross join lateral (values (counted.type), ('')) types (type)
  where ${name}::text = '' or value is not null
  group by 1, 2, 4, 5, 6, 7, 8, 9, 10
  order by level, types.type, value`;

const countPages = (name: string, value: string, day: Date) => sql`
  insert into site_page_counts
  select organization_id, site_id, ${day}::timestamptz, page, ${name}::text, type, site_section_id, site_space_id,
    array_agg(value), array_agg(events), array_agg(events), array_agg(events)
  from (
    select organization_id, site_id, site_section_id, site_space_id, type, ${sql.raw(DIMENSIONS.page.sql)} as page,
      ${sql.raw(value)} as value, count(*)::int as events
    from site_events
    where happened_at >= ${day} and happened_at < ${day}::timestamptz + interval '1 day' group by 1, 2, 3, 4, 5, 6, 7
  ) counted
  where value is not null
  group by 1, 2, 3, 4, 5, 6, 7, 8`;

/** Writes the counts of past days of a site with ten million events a month, and the events of today; returns their sizes. */
export const seedInsights = async (site: SeededSite, days: number): Promise<string> => {
  const { db, close } = openDatabase({
    connectionString: site.connectionString,
    statementTimeoutMs: 600_000,
  });
  const now = Date.now();
  const today = new Date(now - (now % DAY_MS));
  const counted = new Date(Math.max(today.getTime(), now - (now % HOUR_MS) - HOUR_MS));
  const yesterday = new Date(today.getTime() - DAY_MS);
  const partition = (day: Date) => `site_events_${day.toISOString().slice(0, 10).replaceAll('-', '')}`;
  for (const day of [yesterday, today])
    await sql`
      create table if not exists ${sql.table(partition(day))} partition of site_events
      for values from (${sql.lit(day.toISOString())}) to (${sql.lit(new Date(day.getTime() + DAY_MS).toISOString())})`.execute(
      db,
    );
  // First, so that the server does not count them meanwhile.
  await sql`
    insert into site_event_progress values ('day', ${counted}), ('hour', ${counted})
    on conflict (grain) do update set ends_at = excluded.ends_at`.execute(db);
  await sql`select setseed(0.5)`.execute(db);
  await insertEvents(site, yesterday, today, EVENTS_PER_DAY).execute(db);
  await insertEvents(site, today, counted, EVENTS_PER_DAY / 2).execute(db);
  await insertEvents(site, counted, new Date(now), EVENTS_LATER).execute(db);
  await sql`analyze site_events`.execute(db);
  await countDay('', 'null::text', yesterday, today).execute(db);
  await countDay('', 'null::text', today, counted).execute(db);
  for (const name of CHARTED) {
    await countDay(name, DIMENSIONS[name].sql, yesterday, today).execute(db);
    if (CURRENT_DIMENSIONS.some((current) => current === name))
      await countDay(name, DIMENSIONS[name].sql, today, counted).execute(db);
    if (PAGE_DIMENSIONS.some((own) => own === name))
      await countPages(name, DIMENSIONS[name].sql, yesterday).execute(db);
  }
  for (let ago = 1; ago < days; ago++)
    for (const table of ['site_event_counts', 'site_page_counts'] as const)
      await copyDay(table, yesterday, ago).execute(db);
  await sql`analyze site_event_counts`.execute(db);
  await sql`analyze site_page_counts`.execute(db);
  const { rows } = await sql<{ name: string; size: string }>`
    select name, pg_size_pretty(pg_total_relation_size(name)) as size
    from unnest(array['site_event_counts', 'site_page_counts', ${partition(yesterday)}]) name`.execute(db);
  await close();
  return rows.map(({ name, size }) => `${name} ${size}`).join(', ');
};
