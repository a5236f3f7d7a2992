import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';
import { countsOfRatings, sumsOfRatings } from '../counts/counts.store.ts';
import { DIMENSIONS, type DimensionName } from '../counts/dimensions.ts';
import { OWN_EVENT_TYPES } from '../events/event-types.ts';
import type { SiteKey } from '../events/visitor-ids.ts';
import type { CountsChoice } from './counts-choice.ts';
import { isJson, type MeasureName } from './query-columns.ts';
import {
  type DimensionFilter,
  type GroupFilter,
  isSameColumn,
  needsRatings,
  needsVisitors,
  type Operator,
  type QueryPlan,
  type ResultColumn,
  type UsedDimension,
} from './query-plan.ts';

type Expression = RawBuilder<unknown>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The value of a dimension in the rows that a query reads. */
type ReadValue = (dimension: UsedDimension) => Expression;

/** A row of a result: `time`, a `value` for each dimension, and the counts by name. */
export type ResultRow = Readonly<Record<string, unknown>>;

const total = (name: string) => sql`coalesce(sum(${sql.ref(name)}), 0)`;

const MEASURES: Readonly<Record<MeasureName, Expression>> = {
  eventsCount: total('events'),
  sessionsCount: total('sessions'),
  visitorsCount: total('visitors'),
  pageFeedbackRating: sql`jsonb_build_object('ok', ${total('ok')}, 'good', ${total('good')}, 'bad', ${total('bad')})`,
  askResponseRating: sql`jsonb_build_object('positive', ${total('helpful')}, 'negative', ${total('unhelpful')})`,
};

// The object of a rating has no order; its balance has.
const ORDERS: Readonly<Partial<Record<MeasureName, Expression>>> = {
  pageFeedbackRating: sql`sum(good) - sum(bad)`,
  askResponseRating: sql`sum(helpful) - sum(unhelpful)`,
};

const COMPARISONS: Readonly<Record<Operator, RawBuilder<unknown>>> = {
  in: sql`=`,
  notIn: sql`<>`,
  greaterThan: sql`>`,
  greaterThanOrEqual: sql`>=`,
  lessThan: sql`<`,
  lessThanOrEqual: sql`<=`,
};

const all = (conditions: readonly Expression[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

/** The condition of a filter on a value. */
const matches = (value: Expression, { name, values, isExcluded }: DimensionFilter): Expression => {
  const texts = values.filter((text) => text !== null);
  const isAny = isJson(name)
    ? sql`${value}::jsonb = any(${texts}::jsonb[])`
    : sql`${value} = any(${texts}::text[])`;
  const found = sql`(coalesce(${isAny}, false)${values.includes(null) ? sql` or ${value} is null` : sql``})`;
  return isExcluded ? sql`not ${found}` : found;
};

/** The condition that a visitor has one of the claims; an event has several. */
const hasClaim = ({ values, isExcluded }: DimensionFilter): Expression => {
  const names = values.filter((name) => name !== null);
  return sql`jsonb_exists_any(claims, ${names}::text[]) <> ${isExcluded}`;
};

/** The start of the time that a row belongs to. */
const timeOf = ({ interval, grain }: QueryPlan): Expression =>
  sql`date_trunc(${sql.lit(interval ?? grain)}, starts_at, 'UTC')`;

const columnOf = (at: number) => sql.ref(`value${at}`);

const hasOnlyValues = ({ name }: UsedDimension) => !DIMENSIONS[name].isNullable;

/** The rows of events that a query counts, as a table `site_events` with a column `was_counted`. */
const eventsToCount = (plan: QueryPlan, { organization_id, id }: SiteKey, from: Date): Expression => {
  const rows = (from: Date, to: Date) => sql`
    site_events.organization_id = ${organization_id} and site_events.site_id = ${id}
      and happened_at >= ${from} and happened_at < ${to}`;
  const later = sql`select *, false as was_counted from site_events where ${rows(from, plan.to)}`;
  const start = new Date(from.getTime() - (from.getTime() % DAY_MS));
  if (plan.grain === 'hour' || start >= from || !needsVisitors(plan)) return later;
  // A part of the day is counted: its visitors who came again are no new ones.
  const end = new Date(Math.min(start.getTime() + DAY_MS, plan.to.getTime()));
  return sql`
    ${later}
    union all
    select site_events.*, true
    from (select distinct visitor from site_events where ${rows(from, end)}) again
    join site_events on site_events.visitor = again.visitor
    where ${rows(start, from)}`;
};

/** The counts of events that are made now, from the events themselves. */
const fromEvents = (plan: QueryPlan, site: SiteKey, from: Date): Expression => {
  const { dimensions, filters, grain } = plan;
  const readValue: ReadValue = ({ name, claim }) =>
    name === 'visitorClaim' ? sql`(claims ->> ${claim}::text)` : sql.raw(DIMENSIONS[name].sql);
  const isByClaim = dimensions.some(({ name }) => name === 'visitorClaimProperty');
  const conditionOf = (filter: DimensionFilter): Expression =>
    filter.name === 'visitorClaimProperty' && !isByClaim
      ? hasClaim(filter)
      : matches(readValue(filter), filter);
  const keys = sql.join([sql`starts_at`, ...dimensions.map((_, at) => columnOf(at))]);
  // Events that only this server records are counted where a query asks for them.
  const types = filters.some(({ name, isExcluded }) => name === 'eventType' && !isExcluded)
    ? sql`true`
    : sql`type <> all(${[...OWN_EVENT_TYPES]})`;
  // Ratings cost as much as all else, and few queries ask for them.
  const ratings = needsRatings(plan)
    ? { counts: sql`, ${countsOfRatings}`, sums: sql`, ${sumsOfRatings}`, result: sumsOfRatings }
    : { counts: sql``, sums: sql``, result: sql`0 as bad, 0 as ok, 0 as good, 0 as helpful, 0 as unhelpful` };
  const counted = sql`
    from (${eventsToCount(plan, site, from)}) site_events
      ${isByClaim ? sql`cross join lateral jsonb_object_keys(claims) claim_names (name)` : sql``}
    where ${types} and ${all(filters.map(conditionOf))}
      and ${all(dimensions.filter(hasOnlyValues).map((one) => sql`${readValue(one)} is not null`))}`;
  const values = sql.join([
    sql`date_trunc(${sql.lit(grain)}, happened_at, 'UTC') as starts_at`,
    ...dimensions.map((one, at) => sql`${readValue(one)} as ${columnOf(at)}`),
  ]);
  const places = sql.join(['starts_at', ...dimensions].map((_, at) => sql.lit(at + 1)));
  // Integers, since sums of them are cheaper.
  if (!needsVisitors(plan))
    return sql`
      select ${keys}, 0 as visitors, 0 as sessions, events::integer, ${ratings.result}
      from (select ${values}, count(*) as events${ratings.counts} ${counted} group by ${places}) counted
      ${needsRatings(plan) ? sql`group by ${keys}, events` : sql``}`;
  return sql`
    select ${keys}, (count(*) filter (where not was_counted))::integer as visitors, sum(sessions)::integer as sessions,
      sum(events)::integer as events, ${ratings.result}
    from (
      select ${keys}, visitor, count(*) filter (where not was_counted) as sessions, sum(events) as events,
        bool_or(was_counted) as was_counted${ratings.sums}
      from (
        select ${values}, visitor, session, count(*) filter (where not was_counted) as events,
          bool_or(was_counted) as was_counted${ratings.counts}
        ${counted}
        group by ${places}, visitor, session
      ) visits
      group by ${keys}, visitor
    ) visitors
    group by ${keys}`;
};

const PLACE_COLUMNS: Readonly<Partial<Record<DimensionName, Expression>>> = {
  eventType: sql`type`,
  siteSection: sql`site_section_id`,
  siteSpace: sql`site_space_id`,
};

/** The counts that were made in advance. */
const fromCounts = (
  { dimensions, filters, grain, from, to }: QueryPlan,
  site: SiteKey,
  { dimension, level, isByType, page }: CountsChoice,
): Expression => {
  const readValue: ReadValue = ({ name }) =>
    PLACE_COLUMNS[name] ?? (name === 'page' && page !== undefined ? sql`page` : sql`value`);
  const asksForOwnTypes = filters.some(({ name, isExcluded }) => name === 'eventType' && !isExcluded);
  const ownTypes = asksForOwnTypes ? [] : OWN_EVENT_TYPES;
  const groups = sql.join([
    sql`starts_at`,
    ...dimensions.map((one, at) => sql`${readValue(one)} as ${columnOf(at)}`),
  ]);
  const isMeant = sql`
    organization_id = ${site.organization_id} and site_id = ${site.id} and dimension = ${dimension}
      and starts_at >= ${from} and starts_at < ${to}
      and ${all(filters.map((filter) => matches(readValue(filter), filter)))}`;
  if (page !== undefined)
    return sql`
      select ${groups}, counted.visitors, counted.sessions, counted.events, 0, 0, 0, 0, 0
      from site_page_counts
      cross join lateral unnest(names, site_page_counts.events, site_page_counts.sessions, site_page_counts.visitors)
        counted (value, events, sessions, visitors)
      where page = ${page} and type <> all(${[...ownTypes]}::text[]) and ${isMeant}`;
  // One type is a part of the key of the index.
  const type = isByType ? sql`type <> all(${['', ...ownTypes]}::text[])` : sql`type = ''`;
  return sql`
    select ${groups}, visitors, sessions, events, bad, ok, good, helpful, unhelpful
    from site_event_counts
    where grain = ${grain} and level = ${level} and ${type} and ${isMeant}`;
};

/** The number of events of a site in a range, as far as they are counted by day. */
export const countEvents = async (db: Database, site: SiteKey, from: Date, to: Date): Promise<number> => {
  const { events } = await db
    .selectFrom('site_event_counts')
    .select(({ fn }) => fn.sum<string | null>('events').as('events'))
    .where('organization_id', '=', site.organization_id)
    .where('site_id', '=', site.id)
    .where('grain', '=', 'day')
    .where('dimension', '=', '')
    .where('level', '=', 0)
    .where('type', '=', '')
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .executeTakeFirstOrThrow();
  return Number(events);
};

const groupCondition = (
  expression: Expression,
  { column, operator, values }: GroupFilter<'datetime' | MeasureName>,
): Expression => {
  const type = column === 'datetime' ? 'timestamptz' : /Count$/.test(column) ? 'numeric' : 'jsonb';
  const texts = values.map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)));
  const quantifier = operator === 'notIn' ? sql`all` : sql`any`;
  return sql`${expression} ${COMPARISONS[operator]} ${quantifier}(${texts}::${sql.raw(type)}[])`;
};

/** Runs a query: from counts up to the time until which there are any, and from events after it. */
export const runQuery = async (
  db: Database,
  site: SiteKey,
  plan: QueryPlan,
  counts: { readonly choice: CountsChoice; readonly until: Date } | undefined,
): Promise<ResultRow[]> => {
  const { dimensions, measures, groupFilters, order, interval, limit, from, to } = plan;
  const until = counts && counts.until > from ? counts.until : from;
  const sources: Expression[] = [];
  if (counts && until > from)
    sources.push(
      fromCounts({ ...plan, to: new Date(Math.min(until.getTime(), to.getTime())) }, site, counts.choice),
    );
  if (until < to || sources.length === 0) sources.push(fromEvents(plan, site, until));
  const time = timeOf(plan);
  const expressionOf = (column: ResultColumn): Expression =>
    column === 'datetime'
      ? time
      : typeof column === 'string'
        ? MEASURES[column]
        : columnOf(dimensions.findIndex((one) => isSameColumn(one, column)));
  const conditionsOn = (isMeant: (column: 'datetime' | MeasureName) => boolean) =>
    all(
      groupFilters
        .filter(({ column }) => isMeant(column))
        .map((filter) => groupCondition(expressionOf(filter.column), filter)),
    );
  const orderBy = (typeof order.by === 'string' && ORDERS[order.by as MeasureName]) || expressionOf(order.by);
  const columns = [
    ...(interval === undefined ? [] : [sql`${time} as time`]),
    ...dimensions.map((_, at) => columnOf(at)),
    ...measures.map((name) => sql`${MEASURES[name]} as ${sql.ref(name)}`),
  ];
  const groups = [...(interval === undefined ? [] : [time]), ...dimensions.map((_, at) => columnOf(at))];
  const { rows } = await sql<ResultRow>`
    select ${sql.join(columns)}
    from (${sql.join(sources, sql` union all `)}) counted
    where ${conditionsOn((column) => column === 'datetime')}
    ${groups.length > 0 ? sql`group by ${sql.join(groups)}` : sql``}
    having ${conditionsOn((column) => column !== 'datetime')}
    order by ${sql.join([
      sql`${orderBy} ${sql.raw(order.direction)} nulls last`,
      ...groups.map((group) => sql`${group} nulls last`),
    ])}
    limit ${limit}`.execute(db);
  return rows;
};
