import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { Request } from '../../api/operations.ts';
import { SITE, type SiteParams } from '../queries.ts';
import type { Range } from './ranges.ts';

const AGGREGATE = `${SITE}/insights/events/aggregate` as const;

/** A query of events. */
export type EventsQuery = Request<'POST', typeof AGGREGATE>['body'];
type Column = NonNullable<EventsQuery['groupBy']>[number];
/** The name of a column. */
export type ColumnName = Column['column'];

/** A page as events name it. */
export interface PageValue {
  readonly page: string;
  readonly space: string;
}

/** Counts of events of a site by one column, of events of one type; where none is given, of all types. */
export interface CountQuery {
  readonly groupBy?: ColumnName;
  readonly type?: string;
  readonly siteSection?: string | undefined;
  readonly siteSpace?: string | undefined;
  readonly page?: PageValue | undefined;
  readonly select?: readonly ColumnName[];
  readonly limit?: number;
}

/** A row of a result: the value of the group, and the counts in the order of the query. */
export interface CountRow {
  readonly value: unknown;
  readonly counts: readonly number[];
}

/** Counts events in a range. */
export const readCounts = (
  params: SiteParams,
  range: Range,
  { groupBy, type, select = ['eventsCount'], limit = 1000, ...limits }: CountQuery,
) => {
  const where = Object.entries({ eventType: type, ...limits }).flatMap(([column, value]) =>
    value === undefined ? [] : [{ column: column as ColumnName, values: [value] }],
  );
  const body: EventsQuery = {
    range,
    where,
    limit,
    select: select.map((column) => ({ column })),
    ...(groupBy && {
      groupBy: [groupBy === 'datetime' ? { column: groupBy, interval: 'day' } : { column: groupBy }],
    }),
  };
  return queryOptions<readonly CountRow[]>({
    queryKey: [AGGREGATE, params, body],
    queryFn: async ({ signal }) => {
      const { columns } = await call('POST', AGGREGATE, { params, body }, signal);
      const of = (name: ColumnName) => columns.find(({ column }) => column === name)?.values ?? [];
      const values = groupBy ? of(groupBy) : [null];
      return values.map((value, at) => ({
        value,
        counts: select.map((name) => Number(of(name)[at] ?? 0)),
      }));
    },
  });
};

/** The counts of events in a range. */
export const useCounts = (params: SiteParams, range: Range, query: CountQuery): readonly CountRow[] =>
  useSuspenseQuery(readCounts(params, range, query)).data;
