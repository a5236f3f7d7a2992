import { sql } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';
import { endOfDay } from '../events/site-events.store.ts';
import type { SiteKey } from '../events/visitor-ids.ts';

/** The place of an event in an export; rows of a partition never move. */
export interface Position {
  readonly time: string;
  readonly row: string;
}

// Some hundred kilobytes.
const ROWS = 2000;

/** The columns of an export, by their names in the file. */
const COLUMNS = {
  time: `to_char(happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  type: 'type',
  visitor: 'visitor',
  session: 'session',
  site_section: 'site_section_id',
  site_space: 'site_space_id',
  share_key: 'share_key',
  display_context: 'display_context',
  space: 'space_id',
  page: 'page_id',
  url: 'url',
  device: 'device',
  browser: 'browser',
  os: 'os',
  language: 'language',
  country: 'country',
  referrer: 'referrer',
  referrer_domain: 'referrer_domain',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  utm_term: 'utm_term',
  utm_content: 'utm_content',
  claims: 'claims',
  query: 'query',
  rating: 'rating',
  comment: 'comment',
  answer_rating: 'answer_rating',
  link_target: 'link_target',
  link_kind: 'link_kind',
  link_domain: 'link_domain',
  link_position: 'link_position',
  operation_path: 'operation_path',
  operation_method: 'operation_method',
  ad_domain: 'ad_domain',
  placement: 'placement',
} as const;

/** The first line of a file. */
export const CSV_HEADER = `${Object.keys(COLUMNS).join(',')}\r\n`;

// Made by the database, since a busy day has millions of cells. Empty is unquoted, so that it differs from an empty text.
const LINE = sql.raw(
  Object.values(COLUMNS)
    .map((column) => `coalesce('"' || replace((${column})::text, '"', '""') || '"', '')`)
    .join(` || ',' || `),
);

/** The next lines of a day, in the order of time; undefined if there are no more. */
export const readCsvLines = async (
  db: Database,
  site: SiteKey,
  {
    day,
    siteSpaces,
    after,
  }: {
    readonly day: string;
    /** Undefined for all events. */
    readonly siteSpaces: readonly string[] | undefined;
    readonly after: Position | undefined;
  },
): Promise<{ readonly lines: string; readonly last: Position } | undefined> => {
  const { rows } = await sql<{ lines: string; time: string; row: string }>`
    select string_agg(line || E'\r\n', '' order by happened_at, place) as lines,
      max(happened_at)::text as time, (array_agg(place order by happened_at desc, place desc))[1]::text as row
    from (
      select ${LINE} as line, happened_at, ctid as place
      from site_events
      where organization_id = ${site.organization_id} and site_id = ${site.id}
        and happened_at >= ${after ? sql`${after.time}::timestamptz` : new Date(day)} and happened_at < ${endOfDay(day)}
        ${after ? sql`and (happened_at, ctid) > (${after.time}::timestamptz, ${after.row}::tid)` : sql``}
        ${siteSpaces ? sql`and site_space_id = any(${[...siteSpaces]})` : sql``}
      order by happened_at, ctid
      limit ${ROWS}
    ) events
    having count(*) > 0`.execute(db);
  const [part] = rows;
  return part && { lines: part.lines, last: { time: part.time, row: part.row } };
};
