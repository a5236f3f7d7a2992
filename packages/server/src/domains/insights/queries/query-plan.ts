import type { Static } from 'typebox';
import { invalid } from '../../../kernel/errors/errors.ts';
import type { Grain } from '../counts/counts.store.ts';
import type { DimensionName } from '../counts/dimensions.ts';
import type { EventsQuery } from './queries.contract.ts';
import { codecOf, isMeasure, type MeasureName } from './query-columns.ts';

type Query = Static<typeof EventsQuery>;
type Column = NonNullable<Query['select']>[number];
type Filter = NonNullable<Query['where']>[number];

/** The length of the times that results are grouped by. */
export type Interval = 'hour' | 'day' | 'week' | 'month';

/** How a value is compared. */
export type Operator = NonNullable<Filter['operator']>;

/** A dimension of a query; `claim` is the name of a claim, or empty. */
export interface UsedDimension {
  readonly name: DimensionName;
  readonly claim: string;
}

/** Events have one of the values, or none of them; null is the absence of a value. */
export interface DimensionFilter extends UsedDimension {
  readonly isExcluded: boolean;
  readonly values: readonly (string | null)[];
}

/** A condition on the time of a group, or on a count of it. */
export interface GroupFilter<Column> {
  readonly column: Column;
  readonly operator: Operator;
  readonly values: readonly unknown[];
}

/** A column of the result: the time, a dimension, or a count. */
export type ResultColumn = 'datetime' | UsedDimension | MeasureName;

/** A validated query. */
export interface QueryPlan {
  readonly from: Date;
  readonly to: Date;
  /** The length of the times in which visitors are counted once. */
  readonly grain: Grain;
  /** Undefined if the result is not grouped by time. */
  readonly interval: Interval | undefined;
  readonly dimensions: readonly UsedDimension[];
  readonly measures: readonly MeasureName[];
  readonly filters: readonly DimensionFilter[];
  readonly groupFilters: readonly GroupFilter<'datetime' | MeasureName>[];
  readonly order: { readonly by: ResultColumn; readonly direction: 'asc' | 'desc' };
  readonly limit: number;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const PRESET_DAYS = { lastYear: 365, last3Months: 90, last30Days: 30, last7Days: 7 } as const;
const MAX_DAYS = 1100;
const OPERATORS_OF_SETS: readonly Operator[] = ['in', 'notIn'];

/** The times of a range; presets begin with a whole day or hour, and end now. */
const rangeOf = (range: Query['range'], now: Date): { readonly from: Date; readonly to: Date } => {
  const time = now.getTime();
  if (range === 'last24Hours') return { from: new Date(time - (time % HOUR_MS) - DAY_MS), to: now };
  if (typeof range === 'string')
    return { from: new Date(time - (time % DAY_MS) - PRESET_DAYS[range] * DAY_MS), to: now };
  const [from, to] = [new Date(range.from), new Date(range.to)];
  if (to <= from) throw invalid({ path: 'body.range.to', message: 'must be after `from`' });
  if (to.getTime() - from.getTime() > MAX_DAYS * DAY_MS)
    throw invalid({ path: 'body.range.from', message: `must be at most ${MAX_DAYS} days before \`to\`` });
  return { from, to };
};

/** The part of a range that filters by time leave; sets of times are compared with those of groups. */
const clipped = (
  range: { readonly from: Date; readonly to: Date },
  filters: readonly GroupFilter<'datetime' | MeasureName>[],
): { readonly from: Date; readonly to: Date } =>
  filters.reduce(({ from, to }, { column, operator, values }) => {
    if (column !== 'datetime' || OPERATORS_OF_SETS.includes(operator)) return { from, to };
    const isExclusive = operator === 'greaterThan' || operator === 'lessThanOrEqual';
    const time = Date.parse(String(values[0])) + (isExclusive ? 1 : 0);
    return operator.startsWith('greater')
      ? { from: new Date(Math.max(from.getTime(), time)), to }
      : { from, to: new Date(Math.min(to.getTime(), time)) };
  }, range);

/** Whether two dimensions are the same. */
export const isSameDimension = (a: UsedDimension, b: UsedDimension): boolean =>
  a.name === b.name && a.claim === b.claim;

const isDimension = (column: ResultColumn): column is UsedDimension => typeof column === 'object';

/** Whether two columns of a result are the same. */
export const isSameColumn = (a: ResultColumn, b: ResultColumn): boolean =>
  isDimension(a) && isDimension(b) ? isSameDimension(a, b) : a === b;

const toResultColumn = ({ column, claim }: Column, path: string): ResultColumn => {
  if (column === 'datetime' || isMeasure(column)) return column;
  if (column === 'visitorClaim' && claim === undefined)
    throw invalid({ path: `${path}.claim`, message: 'is required' });
  return { name: column, claim: column === 'visitorClaim' ? claim! : '' };
};

const toDimensionFilter = (
  dimension: UsedDimension,
  { operator = 'in', values }: Filter,
  path: string,
): DimensionFilter => {
  if (!OPERATORS_OF_SETS.includes(operator))
    throw invalid({ path: `${path}.operator`, message: 'must be `in` or `notIn` for this column' });
  const { encode } = codecOf(dimension.name);
  const encoded = values.map((value, at) => {
    const text = encode(value);
    if (text === undefined)
      throw invalid({ path: `${path}.values.${at}`, message: 'is not a value of this column' });
    return text;
  });
  return { ...dimension, isExcluded: operator === 'notIn', values: encoded };
};

const MEASURE_FIELDS: Readonly<Partial<Record<MeasureName, readonly string[]>>> = {
  pageFeedbackRating: ['ok', 'good', 'bad'],
  askResponseRating: ['positive', 'negative'],
};

const isGroupValue = (column: 'datetime' | MeasureName, value: unknown): boolean => {
  if (column === 'datetime') return typeof value === 'string' && !Number.isNaN(Date.parse(value));
  const fields = MEASURE_FIELDS[column];
  if (!fields) return typeof value === 'number';
  const isObject = typeof value === 'object' && value !== null;
  return isObject && fields.every((field) => typeof (value as Record<string, unknown>)[field] === 'number');
};

const toGroupFilter = (
  column: 'datetime' | MeasureName,
  { operator = 'in', values }: Filter,
  path: string,
): GroupFilter<'datetime' | MeasureName> => {
  const isSet = OPERATORS_OF_SETS.includes(operator);
  if (!isSet && MEASURE_FIELDS[column as MeasureName])
    throw invalid({ path: `${path}.operator`, message: 'must be `in` or `notIn` for this column' });
  if (!isSet && values.length !== 1)
    throw invalid({ path: `${path}.values`, message: 'must be one value for this operator' });
  for (const [at, value] of values.entries())
    if (!isGroupValue(column, value))
      throw invalid({ path: `${path}.values.${at}`, message: 'is not a value of this column' });
  return { column, operator, values };
};

const intervalOf = (columns: readonly Column[], { from, to }: { from: Date; to: Date }) => {
  const found = columns.filter(({ column }) => column === 'datetime');
  if (found.length === 0) return undefined;
  const byDefault = to.getTime() - from.getTime() > 2 * DAY_MS ? 'day' : 'hour';
  return found.find(({ interval }) => interval !== undefined)?.interval ?? byDefault;
};

/** Times first, then what there is most of. */
const defaultOrder = (interval: Interval | undefined, measures: readonly MeasureName[]) =>
  interval === undefined
    ? { by: measures[0]!, direction: 'desc' as const }
    : { by: 'datetime' as const, direction: 'asc' as const };

/** Validates a query; a selected dimension is grouped by. */
export const planQuery = (query: Query, now: Date): QueryPlan => {
  const { groupBy = [], where = [] } = query;
  const select = query.select?.length ? query.select : [{ column: 'eventsCount' as const }];
  for (const [at, { column }] of groupBy.entries())
    if (isMeasure(column))
      throw invalid({ path: `body.groupBy.${at}.column`, message: 'must not be a count' });
  const columns = [
    ...groupBy.map((column, at) => toResultColumn(column, `body.groupBy.${at}`)),
    ...select.map((column, at) => toResultColumn(column, `body.select.${at}`)),
  ].filter((column, at, all) => all.findIndex((other) => isSameColumn(column, other)) === at);
  const measures = columns.filter((column) => column !== 'datetime' && !isDimension(column)) as MeasureName[];
  const range = rangeOf(query.range, now);
  const interval = intervalOf([...groupBy, ...select], range);
  const order = query.order && {
    by: toResultColumn(query.order.by, 'body.order.by'),
    direction: query.order.direction,
  };
  if (order && !columns.some((column) => isSameColumn(column, order.by)))
    throw invalid({ path: 'body.order.by.column', message: 'must be a selected column' });
  const filters: DimensionFilter[] = [];
  const groupFilters: GroupFilter<'datetime' | MeasureName>[] = [];
  for (const [at, filter] of where.entries()) {
    const path = `body.where.${at}`;
    const column = toResultColumn(filter, path);
    if (isDimension(column)) filters.push(toDimensionFilter(column, filter, path));
    else groupFilters.push(toGroupFilter(column, filter, path));
  }
  const counted = measures.length > 0 ? measures : (['eventsCount'] as const);
  return {
    ...clipped(range, groupFilters),
    grain: interval === 'hour' ? 'hour' : 'day',
    interval,
    dimensions: columns.filter(isDimension),
    measures,
    filters,
    groupFilters: groupFilters.filter(
      ({ column, operator }) => column !== 'datetime' || OPERATORS_OF_SETS.includes(operator),
    ),
    order: order ?? defaultOrder(interval, counted),
    limit: query.limit ?? 1000,
  };
};

const measuresOf = ({ measures, groupFilters, order }: QueryPlan): readonly ResultColumn[] => [
  ...measures,
  ...groupFilters.map(({ column }) => column),
  order.by,
];

/** Whether a result depends on visitors or sessions, which cannot be added up like events. */
export const needsVisitors = (plan: QueryPlan): boolean =>
  measuresOf(plan).some((column) => column === 'visitorsCount' || column === 'sessionsCount');

/** Whether a result depends on ratings. */
export const needsRatings = (plan: QueryPlan): boolean =>
  measuresOf(plan).some((column) => column === 'pageFeedbackRating' || column === 'askResponseRating');
