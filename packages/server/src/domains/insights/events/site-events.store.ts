import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { EventRow } from './event-row.ts';
import type { SiteKey } from './visitor-ids.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PREFIX = 'site_events_';

const partitionOf = (day: string) => sql.table(PREFIX + day.replaceAll('-', ''));

/** The first instant of the day after a day. */
export const endOfDay = (day: string): Date => new Date(Date.parse(day) + DAY_MS);

// PostgreSQL stores neither null characters nor halves of surrogate pairs: text that was decoded or cut may have both.
const UNSTORABLE = /\\(?:\\|u0000|ud[89a-f][\da-f]{2})/g;

/** Rows as JSON, without characters that cannot be stored. */
const storableJson = (rows: readonly EventRow[]): string =>
  JSON.stringify(rows).replace(UNSTORABLE, (found) => (found === '\\\\' ? found : ''));

/** Inserts events in one statement; each of their days must have a partition. */
export const insertEvents = async (db: Database, rows: readonly EventRow[]): Promise<void> => {
  await sql`
    insert into site_events
    select * from jsonb_populate_recordset(null::site_events, ${storableJson(rows)}::jsonb)`.execute(db);
};

/** The days that have a partition, in order. */
export const listEventDays = async (db: Database): Promise<string[]> => {
  const { rows } = await sql<{ day: string }>`
    select to_char(to_date(right(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
    from pg_inherits join pg_class c on c.oid = inhrelid
    where inhparent = 'site_events'::regclass order by 1`.execute(db);
  return rows.map(({ day }) => day);
};

/** Creates the partition of a day, unless it exists. */
export const createEventDay = async (tx: DatabaseTransaction, day: string): Promise<void> => {
  // Two processes may find at once that it is missing.
  await sql`select pg_advisory_xact_lock(hashtext('site_events'))`.execute(tx);
  await sql`
    create table if not exists ${partitionOf(day)} partition of site_events
    for values from (${sql.lit(`${day}T00:00:00Z`)}) to (${sql.lit(endOfDay(day).toISOString())})`.execute(
    tx,
  );
};

/** Drops the partition of a day with its events. */
export const dropEventDay = async (tx: DatabaseTransaction, day: string): Promise<void> => {
  await sql`drop table if exists ${partitionOf(day)}`.execute(tx);
};

/** Deletes the events of a visitor on a day; returns their number. */
export const deleteVisitorEvents = async (
  tx: DatabaseTransaction,
  site: SiteKey,
  day: string,
  visitor: bigint,
): Promise<number> => {
  const { numDeletedRows } = await tx
    .deleteFrom('site_events')
    .where('organization_id', '=', site.organization_id)
    .where('site_id', '=', site.id)
    .where('happened_at', '>=', new Date(day))
    .where('happened_at', '<', endOfDay(day))
    .where('visitor', '=', String(visitor))
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** Deletes all events and counts of a site. */
export const deleteSiteEvents = async (tx: DatabaseTransaction, site: SiteKey): Promise<void> => {
  for (const table of ['site_events', 'site_event_counts', 'site_page_counts'] as const)
    await tx
      .deleteFrom(table)
      .where('organization_id', '=', site.organization_id)
      .where('site_id', '=', site.id)
      .execute();
};
