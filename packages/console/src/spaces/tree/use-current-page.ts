import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { firstPageOf, flatten, type PageNode } from './page-node.ts';

/** The page at a path of a space. If a change gives the page another path, the address follows. */
export const useCurrentPage = (
  spaceId: string,
  pages: readonly PageNode[],
  path: string | undefined,
): PageNode | undefined => {
  const navigate = useNavigate();
  const last = useRef<{ readonly path: string; readonly id: string }>(undefined);
  const current =
    path === ''
      ? firstPageOf(pages)
      : (path && flatten(pages).find((node) => node.path === path)) || undefined;
  useEffect(() => {
    if (path === undefined) return;
    if (current) {
      last.current = { path, id: current.id };
      return;
    }
    const { id, path: before } = last.current ?? {};
    const moved = before === path ? flatten(pages).find((node) => node.id === id)?.path : undefined;
    if (moved !== undefined)
      void navigate({
        to: '/s/$spaceId/$',
        params: { spaceId, _splat: moved },
        // Somebody may be editing the page.
        search: true,
        ignoreBlocker: true,
        resetScroll: false,
        replace: true,
      });
  }, [spaceId, pages, path, current, navigate]);
  return current;
};
