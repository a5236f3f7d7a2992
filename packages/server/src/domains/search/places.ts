import { type PageRecord, pathOf, type SnapshotView } from '@lectern/document';
import { isSearchResult } from './searchable-pages.ts';
import { withAncestors } from './snapshot-pages.ts';

/** What a result says about its page besides the matches. */
export interface Place {
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly ancestors: { readonly title: string }[];
}

/** Reads the places of pages that are not known yet; pages that must not be found have none. */
export const readPlaces = async (
  view: SnapshotView,
  known: Map<string, Place>,
  ids: readonly string[],
): Promise<void> => {
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return;
  const pages = await withAncestors(view, missing);
  for (const id of missing) {
    if (!isSearchResult(pages, id)) continue;
    const lineage: { readonly page: PageRecord }[] = [];
    for (let page = pages.get(id); page; page = page.parent === null ? undefined : pages.get(page.parent))
      lineage.push({ page });
    const [found, ...above] = lineage;
    known.set(id, {
      title: found!.page.title,
      description: found!.page.description ?? '',
      path: pathOf(lineage),
      ancestors: above.reverse().map(({ page }) => ({ title: page.title })),
    });
  }
};
