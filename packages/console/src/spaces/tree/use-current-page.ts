import { useEffect, useRef } from 'react';
import type { ContentPlace } from '../../pages/content-place.ts';
import { useOpenPage } from '../../pages/page-link.tsx';
import { firstPageOf, flatten, type PageNode } from './page-node.ts';

/** The page at a path. After a change gave it another path, it is still the page until the address follows. */
export const usePageAt = (pages: readonly PageNode[], path: string | undefined): PageNode | undefined => {
  const last = useRef<{ readonly path: string; readonly id: string }>(undefined);
  const all = flatten(pages);
  const found = path === '' ? firstPageOf(pages) : all.find((node) => node.path === path);
  useEffect(() => {
    if (path !== undefined && found) last.current = { path, id: found.id };
  });
  if (path === undefined) return undefined;
  return found ?? (last.current?.path === path ? all.find(({ id }) => id === last.current?.id) : undefined);
};

/** The page at the path of the address, which follows if a change gives the page another path. */
export const useCurrentPage = (
  { spaceId, changeRequestId }: ContentPlace,
  pages: readonly PageNode[],
  path: string | undefined,
): PageNode | undefined => {
  const open = useOpenPage();
  const current = usePageAt(pages, path);
  const moved = path !== '' && current?.path !== path ? current?.path : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening does not depend on the screen
  useEffect(() => {
    if (moved !== undefined) void open({ spaceId, changeRequestId }, moved, { isMoved: true });
  }, [spaceId, changeRequestId, moved]);
  return current;
};
