import { compareText } from '../compare-text.ts';
import type { MerkleMap, Span } from '../merkle/merkle-map.ts';
import {
  type FileRecord,
  keys,
  type PageRecord,
  pageOfChildKey,
  type ReusableRecord,
  ranges,
} from './records.ts';

/** Read access to a snapshot or to an edit in progress. */
export interface SnapshotView {
  getMany(keys: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  range(from: string, to: string): Promise<readonly (readonly [key: string, value: unknown])[]>;
  /** Many ranges at the cost of one. */
  spans(wanted: readonly Span[]): Promise<readonly (readonly (readonly [key: string, value: unknown])[])[]>;
}

/** A page with its descendants. */
export interface PageNode {
  readonly id: string;
  readonly page: PageRecord;
  readonly path: string | undefined;
  readonly children: readonly PageNode[];
}

/** Read access to a snapshot. */
export const viewOf = (map: MerkleMap, root: string): SnapshotView => ({
  getMany: (wanted) => map.getMany(root, wanted),
  range: (from, to) => map.range(root, from, to),
  spans: (wanted) => map.spans(root, wanted),
});

/** A page by its id. */
export const readPage = async (view: SnapshotView, id: string): Promise<PageRecord | undefined> =>
  (await view.getMany([keys.page(id)])).get(keys.page(id)) as PageRecord | undefined;

/** Pages by their ids. */
export const readPages = async (
  view: SnapshotView,
  ids: readonly string[],
): Promise<Map<string, PageRecord>> => {
  const found = await view.getMany(ids.map(keys.page));
  return new Map(
    ids.flatMap((id) => {
      const page = found.get(keys.page(id)) as PageRecord | undefined;
      return page ? [[id, page] as const] : [];
    }),
  );
};

/** The ids of the children of a page, or of the top-level pages, in their order. */
export const childrenOf = async (view: SnapshotView, parent: string | null): Promise<string[]> => {
  const [from, to] = ranges.children(parent);
  return (await view.range(from, to)).map(([key]) => pageOfChildKey(key));
};

/** The ids of all descendants of some pages, level by level. */
export async function* levelsBelow(view: SnapshotView, ...ids: string[]): AsyncGenerator<string[]> {
  let level = ids;
  while (level.length > 0) {
    const found = await view.spans(level.map(ranges.children));
    level = found.flatMap((children) => children.map(([key]) => pageOfChildKey(key)));
    yield level;
  }
}

/** The page and its ancestors, from the page up. */
export const lineageOf = async (
  view: SnapshotView,
  id: string,
): Promise<{ id: string; page: PageRecord }[]> => {
  const lineage: { id: string; page: PageRecord }[] = [];
  let next: string | null = id;
  while (next !== null) {
    const page: PageRecord | undefined = await readPage(view, next);
    if (!page) return lineage;
    lineage.push({ id: next, page });
    next = page.parent;
  }
  return lineage;
};

/** The path of a page, from its lineage. */
export const pathOf = (lineage: readonly { readonly page: PageRecord }[]): string =>
  lineage
    .map(({ page }) => page.slug)
    .filter((slug) => slug !== undefined)
    .reverse()
    .join('/');

// Deeper than any page can be: every prefix of a path is looked up.
const MAX_SEGMENTS = 256;

/** The page at a current or previous path. */
export const findByPath = async (
  view: SnapshotView,
  path: string,
): Promise<{ id: string; moved: boolean } | undefined> => {
  const segments = path
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '');
  if (segments.length > MAX_SEGMENTS) return undefined;
  const found = await follow(view, null, segments);
  if (found) return { id: found, moved: false };
  // A moved page takes its descendants along: the rest of the path is followed from its longest previous path.
  const prefixes = segments.map((_, length) => segments.slice(0, segments.length - length));
  const previous = await view.getMany(prefixes.map((prefix) => keys.previousPath(prefix.join('/'))));
  for (const prefix of prefixes) {
    const start = previous.get(keys.previousPath(prefix.join('/'))) as string | undefined;
    if (start === undefined || !(await readPage(view, start))) continue;
    const page = await follow(view, start, segments.slice(prefix.length));
    if (page) return { id: page, moved: true };
  }
  return undefined;
};

const follow = async (
  view: SnapshotView,
  start: string | null,
  segments: readonly string[],
): Promise<string | undefined> => {
  let at = start;
  for (const segment of segments) {
    const key = keys.slug(at, segment);
    const next = (await view.getMany([key])).get(key) as string | undefined;
    if (next === undefined) return undefined;
    at = next;
  }
  return at ?? undefined;
};

/** All pages of a snapshot as a tree. */
export const readTree = async (view: SnapshotView): Promise<PageNode[]> => {
  const [from, to] = ranges.pages;
  const below = new Map<string | null, { id: string; page: PageRecord }[]>();
  for (const [key, value] of await view.range(from, to)) {
    const page = value as PageRecord;
    const siblings = below.get(page.parent);
    if (siblings) siblings.push({ id: key.slice(2), page });
    else below.set(page.parent, [{ id: key.slice(2), page }]);
  }
  const build = (parent: string | null, prefix: string): PageNode[] =>
    (below.get(parent) ?? [])
      .sort((a, b) => compareText(a.page.position, b.page.position) || compareText(a.id, b.id))
      .map(({ id, page }) => {
        const path = page.slug === undefined ? undefined : prefix + page.slug;
        return { id, page, path, children: build(id, path === undefined ? prefix : `${path}/`) };
      });
  return build(null, '');
};

/** All files of a snapshot, by id. */
export const readFiles = async (view: SnapshotView): Promise<Map<string, FileRecord>> => {
  const [from, to] = ranges.files;
  return new Map((await view.range(from, to)).map(([key, value]) => [key.slice(2), value as FileRecord]));
};

/** All reusable contents of a snapshot, by id. */
export const readReusables = async (view: SnapshotView): Promise<Map<string, ReusableRecord>> => {
  const [from, to] = ranges.reusables;
  return new Map((await view.range(from, to)).map(([key, value]) => [key.slice(2), value as ReusableRecord]));
};

/** The variables of a snapshot, by name. */
export const readVariables = async (view: SnapshotView): Promise<Record<string, unknown>> => {
  const [from, to] = ranges.variables;
  return Object.fromEntries((await view.range(from, to)).map(([key, value]) => [key.slice(2), value]));
};
