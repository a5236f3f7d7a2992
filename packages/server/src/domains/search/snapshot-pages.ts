import {
  levelsBelow,
  type MerkleMap,
  type PageRecord,
  ranges,
  readKey,
  readPages,
  type SnapshotView,
  viewOf,
} from '@lectern/document';
import { isSearchable, isSearchResult, type Pages } from './searchable-pages.ts';

/** A page of a snapshot, by its id. */
export type PageEntry = readonly [id: string, page: PageRecord];

/** Reads pages and their ancestors, level by level. */
export const withAncestors = async (view: SnapshotView, ids: readonly string[]): Promise<Pages> => {
  const pages = new Map<string, PageRecord>();
  let level = ids;
  while (level.length > 0) {
    const found = await readPages(view, level);
    for (const [id, page] of found) pages.set(id, page);
    const above = new Set([...found.values()].map((page) => page.parent));
    level = [...above].filter((id) => id !== null && !pages.has(id)) as string[];
  }
  return pages;
};

/** The pages of a snapshot that can be found. */
export const findablePages = async (view: SnapshotView): Promise<readonly PageEntry[]> => {
  const [from, to] = ranges.pages;
  const all = new Map(
    (await view.range(from, to)).map(([key, page]) => [readKey(key).id, page as PageRecord] as const),
  );
  return [...all].filter(([id]) => isSearchResult(all, id));
};

/** The pages to index anew between two snapshots: changed pages, and the descendants of pages whose visibility changed. */
export const changesBetween = async (map: MerkleMap, from: string, to: string) => {
  const changed = (await map.diff(from, to))
    .map(({ key }) => readKey(key))
    .filter(({ kind }) => kind === 'p')
    .map(({ id }) => id);
  const view = viewOf(map, to);
  const before = await withAncestors(viewOf(map, from), changed);
  const after = await withAncestors(view, changed);
  const touched = new Set(changed);
  const toggled = changed.filter(
    (id) => before.has(id) && isSearchable(before, id) !== isSearchable(after, id),
  );
  for await (const level of levelsBelow(view, ...toggled)) for (const id of level) touched.add(id);
  const ids = [...touched];
  const now = await withAncestors(view, ids);
  const findable: readonly PageEntry[] = ids
    .filter((id) => isSearchResult(now, id))
    .map((id) => [id, now.get(id)!] as const);
  return { ids, findable };
};

/** The hashes of the bodies of pages. */
export const bodiesOf = (pages: readonly PageEntry[]): string[] => [
  ...new Set(pages.flatMap(([, { body }]) => body ?? [])),
];
