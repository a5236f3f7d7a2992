import { isDeepStrictEqual } from 'node:util';
import { positionAtEnd, positionBetween } from '../positions.ts';
import type { PageNode } from './read.ts';
import type { PageRecord } from './records.ts';
import { freeSlug, slugOf } from './slugs.ts';

/** A page as it is to be, with what is to stand below it. */
export interface DesiredPage {
  readonly id: string;
  /** Everything but its place and its name in the path. */
  readonly fields: Omit<
    PageRecord,
    'parent' | 'position' | 'slug' | 'slugIsChosen' | 'createdAt' | 'updatedAt'
  >;
  /** The slug that it is to have; without one it keeps its own, or takes that of its title. */
  readonly slug?: string | undefined;
  readonly children: readonly DesiredPage[];
}

/** The records that make one tree of pages another one: those that go or change, as they were, and those that are new or different. */
export interface PageReplacement {
  readonly removed: ReadonlyMap<string, PageRecord>;
  readonly placed: ReadonlyMap<string, PageRecord>;
}

/** Makes the pages of a snapshot those that are wanted; what stays where it is keeps its place, its slug and its times. */
export const replacePages = (
  tree: readonly PageNode[],
  wanted: readonly DesiredPage[],
  make: { newId: () => string; now: () => string },
): PageReplacement => {
  const before = new Map<string, PageRecord>();
  const note = (nodes: readonly PageNode[]): void => {
    for (const { id, page, children } of nodes) {
      before.set(id, page);
      note(children);
    }
  };
  note(tree);
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
      // Who keeps a slug did not choose it by that.
      const isChosen =
        was && (slug === undefined || slugOf(slug) === was.slug) ? was.slugIsChosen : slug !== undefined;
      const record: PageRecord = {
        ...(Object.fromEntries(
          Object.entries(fields).filter(([, value]) => value !== undefined),
        ) as unknown as typeof fields),
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

// Who stays keeps the slug; the others come after them.
const slugsFor = (
  pages: readonly DesiredPage[],
  before: ReadonlyMap<string, PageRecord>,
  parent: string | null,
): (string | undefined)[] => {
  const wishes = pages.map(({ id, fields, slug }) => {
    if (fields.type !== 'document' && fields.type !== 'group') return undefined;
    const was = before.get(id);
    const wish = slugOf(slug ?? was?.slug ?? fields.title);
    const keeps =
      was?.parent === parent && was.slug !== undefined && was.slug === (slug === undefined ? was.slug : wish);
    return { wish, keeps };
  });
  const taken = new Set<string>();
  const slugs: (string | undefined)[] = wishes.map((one) => {
    if (!one?.keeps || taken.has(one.wish)) return undefined;
    taken.add(one.wish);
    return one.wish;
  });
  return wishes.map((one, at) => {
    if (!one) return undefined;
    if (slugs[at] !== undefined) return slugs[at];
    const free = freeSlug(one.wish, (slug) => taken.has(slug));
    taken.add(free);
    return free;
  });
};

/** Positions in order: as many as possible of those that are there stay. */
const positionsFor = (present: readonly (string | undefined)[], newId: () => string): string[] => {
  const kept = longestRise(present);
  const result: string[] = [];
  const upcoming = [...kept].sort((a, b) => a - b);
  for (const [at, position] of present.entries()) {
    if (kept.has(at)) {
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

/** The places of the longest sequence of positions that rise. */
const longestRise = (present: readonly (string | undefined)[]): ReadonlySet<number> => {
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
  const kept = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at]!) kept.add(at);
  return kept;
};
