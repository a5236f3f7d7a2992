import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { queriesContract } from './queries.contract.ts';
import type { QueriesService, QueryResult, SegmentRow } from './queries.service.ts';
import { type ColumnName, codecOf, type MeasureName } from './query-columns.ts';

const NO_CLAIMS = 'Visitors without claims';

// Sums of PostgreSQL are texts.
const toMeasure = (name: MeasureName, value: unknown): unknown =>
  name === 'pageFeedbackRating' || name === 'askResponseRating' ? value : Number(value);

/** The columns of a result, each with the values of all rows. */
const toColumns = ({ plan: { interval, dimensions, measures }, rows }: QueryResult) => [
  ...(interval === undefined
    ? []
    : [{ column: 'datetime' as const, values: rows.map(({ time }) => (time as Date).toISOString()) }]),
  ...dimensions.map(({ name, claim }, at) => ({
    column: name as ColumnName,
    ...(name === 'visitorClaim' && { claim }),
    values: rows.map((row) => codecOf(name).decode(row[`value${at}`] as string | null)),
  })),
  ...measures.map((name) => ({ column: name, values: rows.map((row) => toMeasure(name, row[name])) })),
];

const toSegment = ({ claims, ...counts }: SegmentRow) => ({
  title:
    Object.entries(claims)
      .map(([name, value]) => `${name}: ${value}`)
      .join(', ') || NO_CLAIMS,
  claims,
  ...counts,
});

/** Maps operations to the service, and its results to responses. */
export const queriesHandlers = (queries: QueriesService): Handlers<typeof queriesContract> => ({
  aggregateSiteEvents: async ({ caller, subject, body }) => ({
    columns: toColumns(await queries.aggregate(caller.principal.userId, subject, body)),
  }),
  listSiteVisitorSegments: async ({ caller, subject, page }) => {
    const all = (await queries.listSegments(caller.principal.userId, subject)).map(toSegment);
    // Few enough to be read at once; the key is the position in the list.
    const start = Number(page.after?.[0] ?? 0);
    const rows = all.map((segment, at) => ({ ...segment, at: at + 1 }));
    return listOf(
      page,
      { rows: rows.slice(start, start + page.limit + 1), count: all.length },
      ({ at }) => [at],
      ({ at: _, ...segment }) => segment,
    );
  },
});
