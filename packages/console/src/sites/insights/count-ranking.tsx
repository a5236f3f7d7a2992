import type { SiteParams } from '../queries.ts';
import { type CountQuery, type CountRow, useCounts } from './queries.ts';
import type { Range } from './ranges.ts';
import { Ranking } from './ranking.tsx';
import type { RankingKind } from './rankings.ts';

/** A list of what there is most of, with the counts of the period before. */
export const CountRanking = ({
  params,
  current,
  previous,
  query,
  ranking,
}: {
  readonly params: SiteParams;
  readonly current: Range;
  readonly previous: Range;
  readonly query: CountQuery;
  readonly ranking: RankingKind;
}) => {
  const { id, title, column, counted, empty, groupBy, type, select = 'eventsCount' } = ranking;
  const asked: CountQuery = { ...(ranking.isOfSite ? {} : query), groupBy, type, select: [select] };
  const nameOf = ({ value }: CountRow): string => ranking.nameOf?.(value) ?? String(value);
  const keyOf = ({ value }: CountRow): string => JSON.stringify(value);
  const before = new Map(useCounts(params, previous, asked).map((row) => [keyOf(row), row.counts[0] ?? 0]));
  const counts = useCounts(params, current, asked);
  if (ranking.isOptional && counts.every(({ value }) => value === null)) return null;
  const rows = counts.map((row) => ({
    key: keyOf(row),
    name: nameOf(row),
    count: row.counts[0] ?? 0,
    before: before.get(keyOf(row)) ?? 0,
  }));
  return <Ranking id={id} title={title} column={column} counted={counted} rows={rows} empty={empty} />;
};
