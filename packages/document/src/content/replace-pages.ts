import { isDeepStrictEqual } from 'node:util';
import { positionAtEnd, positionBetween } from '../positions.ts';
import type { PageNode } from './read.ts';
import type { PageRecord } from './records.ts';
import { freeSlug, slugOf } from './slugs.ts';

/** The desired state of a page and its descendants. */
export interface DesiredPage {
  readonly id: string;
  /** All fields except place, slug and times. */
  readonly fields: Omit<
    PageRecord,
    'parent' | 'position' | 'slug' | 'slugIsChosen' | 'createdAt' | 'updatedAt'
  >;
  /** The desired slug; by default the current one, or one derived from the title. */
  readonly slug?: string | undefined;
  readonly children: readonly DesiredPage[];
}

/** The difference of two page trees: previous records of removed or changed pages, and records of new or changed pages. */
export interface PageReplacement {
  readonly removed: ReadonlyMap<string, PageRecord>;
  readonly placed: ReadonlyMap<string, PageRecord>;
}

/** Computes the replacement of a page tree. Pages with an unchanged place keep their position, slug and times. */
export const replacePages = (
  tree: readonly PageNode[],
  wanted: readonly DesiredPage[],
  make: { newId: () => string; now: () => string },
): PageReplacement => {
  const before = new Map<string, PageRecord>();
  const collect = (nodes: readonly PageNode[]): void => {
    for (const { id, page, children } of nodes) {
      before.set(id, page);
      collect(children);
    }
  };
  collect(tree);
  const now = make.now();
  const placed = new Map<string, PageRecord>();
  const removed = new Map(before);

  const visit = (pages: readonly DesiredPage[], parent: string | null): void => {
    const slugs = slugsFor(pages, before, parent);
    const positions = positionsFor(
      pages.map(({ id }) => {
        const was = before.get(id);
        return was?.parent === parent ? was.position : undefined;
      }),
      make.newId,
    );
    for (const [at, { id, fields, slug, children }] of pages.entries()) {
      const was = before.get(id);
      const own = slugs[at];
      // An unchanged slug does not count as chosen.
      const isChosen =
        was && (slug === undefined || slugOf(slug) === was.slug) ? was.slugIsChosen : slug !== undefined;
      const record: PageRecord = {
        ...withoutUndefined(fields),
        parent,
        position: positions[at]!,
        ...(own === undefined ? {} : { slug: own, ...(isChosen && { slugIsChosen: true }) }),
        createdAt: was?.createdAt ?? now,
        ...(was?.updatedAt === undefined ? {} : { updatedAt: was.updatedAt }),
      };
      if (!isDeepStrictEqual(record, was)) placed.set(id, was ? { ...record, updatedAt: now } : record);
      else removed.delete(id);
      visit(children, id);
    }
  };
  visit(wanted, null);
  return { removed, placed };
};

const withoutUndefined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

// Pages with an unchanged parent keep their slugs; the other pages get free ones.
const slugsFor = (
  pages: readonly DesiredPage[],
  before: ReadonlyMap<string, PageRecord>,
  parent: string | null,
): (string | undefined)[] => {
  const desired = pages.map(({ id, fields, slug }) => {
    if (fields.type !== 'document' && fields.type !== 'group') return undefined;
    const was = before.get(id);
    const base = slugOf(slug ?? was?.slug ?? fields.title);
    const keeps =
      was?.parent === parent && was.slug !== undefined && was.slug === (slug === undefined ? was.slug : base);
    return { base, keeps };
  });
  const taken = new Set<string>();
  const slugs: (string | undefined)[] = desired.map((one) => {
    if (!one?.keeps || taken.has(one.base)) return undefined;
    taken.add(one.base);
    return one.base;
  });
  return desired.map((one, at) => {
    if (!one) return undefined;
    if (slugs[at] !== undefined) return slugs[at];
    const free = freeSlug(one.base, (slug) => taken.has(slug));
    taken.add(free);
    return free;
  });
};

/** Ascending positions; as many existing ones as possible are reused. */
const positionsFor = (present: readonly (string | undefined)[], newId: () => string): string[] => {
  const reused = longestAscending(present);
  const result: string[] = [];
  const upcoming = [...reused].sort((a, b) => a - b);
  for (const [at, position] of present.entries()) {
    if (reused.has(at)) {
      upcoming.shift();
      result.push(position!);
      continue;
    }
    const next = upcoming[0] === undefined ? undefined : present[upcoming[0]];
    const last = result.at(-1) ?? '';
    const end = positionAtEnd(newId());
    result.push(
      next === undefined
        ? end > last
          ? end
          : positionBetween(last, undefined)
        : positionBetween(last, next),
    );
  }
  return result;
};

/** Indexes of the longest ascending subsequence of positions. */
const longestAscending = (present: readonly (string | undefined)[]): ReadonlySet<number> => {
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [at, position] of present.entries()) {
    if (position === undefined) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (present[ends[middle]!]! < position) low = middle + 1;
      else high = middle;
    }
    previous[at] = low > 0 ? ends[low - 1]! : -1;
    ends[low] = at;
  }
  const indexes = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at]!) indexes.add(at);
  return indexes;
};
