import { type InfiniteData, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import type { PagesQuery } from './queries.ts';

interface Page {
  readonly items: readonly unknown[];
}

/** The items of a paged list that are loaded so far, and a way to load more. */
export const usePages = <P extends Page>(query: PagesQuery<P>) => {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(query);
  const { pages } = data as InfiniteData<P>;
  return {
    items: pages.flatMap(({ items }) => items) as P['items'][number][],
    first: pages[0]!,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
  };
};
