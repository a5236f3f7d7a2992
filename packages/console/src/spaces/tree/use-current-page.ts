import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError, call } from '../../api/client.ts';
import { keyOf } from '../../api/queries.ts';
import { type ContentPlace, readTableOfContents } from '../../pages/content-place.ts';
import { useOpenPage } from '../../pages/page-link.tsx';
import { firstPageOf, flatten, type PageNode } from './page-node.ts';

/** The id of the page that has a path or used to have it; null if there is none. */
const readPageIdAt = (queries: QueryClient, place: ContentPlace, path: string) => ({
  queryKey: [...keyOf('/spaces/{spaceId}/content/path/{pagePath}'), place, path],
  queryFn: async (): Promise<string | null> => {
    const { spaceId, changeRequestId } = place;
    try {
      const { id } =
        changeRequestId === undefined
          ? await call('GET', '/spaces/{spaceId}/content/path/{pagePath}', {
              params: { spaceId, pagePath: path },
            })
          : await call('GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}', {
              params: { spaceId, changeRequestId, pagePath: path },
            });
      // The table of contents may be older than the page.
      await queries.fetchQuery({ ...readTableOfContents(place), staleTime: 0 });
      return id;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  },
});

/** The page at a path, and whether it is still searched for. */
interface PageAt {
  readonly page: PageNode | undefined;
  readonly isSearching: boolean;
}

/** The page at a path, or the one that used to have it: until the address follows, it is still the page. */
export const usePageAt = (
  place: ContentPlace,
  pages: readonly PageNode[],
  path: string | undefined,
): PageAt => {
  const queries = useQueryClient();
  const last = useRef<{ readonly path: string; readonly id: string }>(undefined);
  const all = flatten(pages);
  const listed = path === '' ? firstPageOf(pages) : all.find((node) => node.path === path);
  const moved = last.current?.path === path ? all.find(({ id }) => id === last.current?.id) : undefined;
  // Another page may become the first one while this one is read.
  const known = path === '' ? (moved ?? listed) : (listed ?? moved);
  useEffect(() => {
    const shown = path === '' ? known : listed;
    if (path !== undefined && shown) last.current = { path, id: shown.id };
  });
  const isUnknown = path !== undefined && path !== '' && known === undefined;
  const { data, isPending } = useQuery({
    ...readPageIdAt(queries, place, path ?? ''),
    enabled: isUnknown,
  });
  const former = isUnknown && data ? all.find(({ id }) => id === data) : undefined;
  return { page: path === undefined ? undefined : (known ?? former), isSearching: isUnknown && isPending };
};

/** The page at the path of the address, which follows if a change gives the page another path. */
export const useCurrentPage = (
  place: ContentPlace,
  pages: readonly PageNode[],
  path: string | undefined,
): PageNode | undefined => {
  const { spaceId, changeRequestId } = place;
  const open = useOpenPage();
  const { page: current } = usePageAt(place, pages, path);
  const moved = path !== '' && current?.path !== path ? current?.path : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening does not depend on the screen
  useEffect(() => {
    if (moved !== undefined) void open({ spaceId, changeRequestId }, moved, { isMoved: true });
  }, [spaceId, changeRequestId, moved]);
  return current;
};
