import { type PageRecord, pathOf, readPages, type SnapshotView } from '@lectern/document';

/** A page with its path; undefined for pages without one, such as links. */
export interface LocatedPage {
  readonly id: string;
  readonly page: PageRecord;
  readonly path: string | undefined;
}

/** Finds pages and their paths, with one query per level of the tree. */
export const locatePages = async (
  view: SnapshotView,
  ids: readonly string[],
): Promise<Map<string, LocatedPage>> => {
  const pages = new Map<string, PageRecord>();
  let missing = [...new Set(ids)];
  while (missing.length > 0) {
    const found = await readPages(view, missing);
    for (const [id, page] of found) pages.set(id, page);
    const parents = [...found.values()].flatMap(({ parent }) => (parent === null ? [] : [parent]));
    missing = [...new Set(parents)].filter((id) => !pages.has(id));
  }
  const lineage = (id: string | null): { page: PageRecord }[] => {
    const page = id === null ? undefined : pages.get(id);
    return page ? [{ page }, ...lineage(page.parent)] : [];
  };
  return new Map(
    ids.flatMap((id) => {
      const page = pages.get(id);
      if (!page) return [];
      return [[id, { id, page, path: page.slug === undefined ? undefined : pathOf(lineage(id)) }] as const];
    }),
  );
};
