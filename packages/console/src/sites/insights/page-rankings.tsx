import { useSuspenseQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Filter } from 'lucide-react';
import { read } from '../../api/queries.ts';
import { IconButton } from '../../primitives/button.tsx';
import type { SiteParams } from '../queries.ts';
import { type CountQuery, type PageValue, useCounts } from './queries.ts';
import type { Range } from './ranges.ts';
import { type Rank, Ranking } from './ranking.tsx';

interface TreePage {
  readonly id: string;
  readonly title: string;
  readonly path?: string;
  readonly pages?: readonly TreePage[];
}

const flat = (pages: readonly TreePage[]): readonly TreePage[] =>
  pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);

/** The pages of spaces, by id. */
export const usePagesById = (spaces: readonly string[]): ReadonlyMap<string, TreePage> => {
  const trees = useSuspenseQueries({
    queries: spaces.map((spaceId) => read('/spaces/{spaceId}/content/pages', { params: { spaceId } })),
  });
  return new Map(
    trees.flatMap(({ data }) => flat(data.pages as readonly TreePage[]).map((page) => [page.id, page])),
  );
};

const MIN_RISING = 3;

/** The pages with most views, and those with most views more than before. */
export const PageRankings = ({
  params,
  current,
  previous,
  query,
  onChoose,
}: {
  readonly params: SiteParams;
  readonly current: Range;
  readonly previous: Range;
  readonly query: CountQuery;
  /** Limits the insights to a page. */
  readonly onChoose: (page: PageValue) => void;
}) => {
  const views: CountQuery = { ...query, type: 'page_view', groupBy: 'page' };
  const now = useCounts(params, current, views);
  const before = useCounts(params, previous, views);
  const counts = new Map(
    before.map(({ value, counts: [count = 0] }) => [(value as PageValue | null)?.page, count]),
  );
  const pages = now.flatMap(({ value, counts: [count = 0] }) =>
    value ? [{ ...(value as PageValue), count, before: counts.get((value as PageValue).page) ?? 0 }] : [],
  );
  const known = usePagesById([...new Set(pages.map(({ space }) => space))]);
  const ranks = pages.map(({ page, space, count, before }): Rank & { before: number } => {
    const found = known.get(page);
    return {
      key: page,
      name: found?.title ?? 'Deleted page',
      label: found?.path !== undefined && (
        <Link to="/s/$spaceId/$" params={{ spaceId: space, _splat: found.path }}>
          {found.title}
        </Link>
      ),
      action: query.page === undefined && (
        <IconButton
          icon={Filter}
          label={`Show ${found?.title ?? 'this page'} alone`}
          onClick={() => onChoose({ page, space })}
        />
      ),
      count,
      before,
    };
  });
  const rising = ranks
    .filter(({ count, before }) => count >= MIN_RISING && count > before)
    .sort((a, b) => b.count - b.before - (a.count - a.before));
  const shared = { column: 'Page', counted: 'Views' };
  return (
    <>
      <Ranking id="top-pages" title="Top pages" {...shared} rows={ranks} empty="No page was viewed." />
      <Ranking
        id="rising-pages"
        title="Rising pages"
        {...shared}
        rows={rising}
        empty="No page has more views than before."
      />
    </>
  );
};
