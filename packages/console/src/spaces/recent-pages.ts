import { useEffect } from 'react';

/** A page that was shown in this browser. */
export interface RecentPage {
  readonly id: string;
  readonly spaceId: string;
  readonly spaceTitle: string;
  readonly path: string;
  readonly title: string;
}

const KEY = 'recent-pages';
const KEPT = 12;

/** A list with a page at its start, each page once. */
export const withPage = (pages: readonly RecentPage[], page: RecentPage): readonly RecentPage[] =>
  [
    page,
    // Another page may have had this path before.
    ...pages.filter(
      ({ spaceId, id, path }) => spaceId !== page.spaceId || (id !== page.id && path !== page.path),
    ),
  ].slice(0, KEPT);

/** The pages that were shown last in this browser. */
export const recentPages = (): readonly RecentPage[] => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as readonly RecentPage[];
  } catch {
    return [];
  }
};

/** Remembers the page that is shown. */
export const useRememberPage = (
  space: { readonly id: string; readonly title: string },
  page: { readonly id: string; readonly path?: string; readonly title: string } | undefined,
): void => {
  const { id: spaceId, title: spaceTitle } = space;
  const { id, path, title } = page ?? {};
  useEffect(() => {
    if (id !== undefined && path !== undefined && title !== undefined)
      localStorage.setItem(
        KEY,
        JSON.stringify(withPage(recentPages(), { id, spaceId, spaceTitle, path, title })),
      );
  }, [spaceId, spaceTitle, id, path, title]);
};
