import type { Place } from './places.ts';
import type { LiveSegment } from './rank.ts';
import type { Segment } from './segment.ts';

/** The index of a snapshot of a space: segments with its pages. */
export interface SpaceIndex {
  readonly root: string;
  readonly language: string | null;
  readonly segments: readonly LiveSegment[];
  /** The bodies that have no sections yet, by page; these pages are found by title and description. */
  readonly missing: ReadonlyMap<string, string>;
  /** The places of pages that were shown. */
  readonly places: Map<string, Place>;
  readonly bytes: number;
}

/** A segment whose pages are all current. */
export const allLive = (segment: Segment): LiveSegment => ({
  segment,
  live: undefined,
  count: segment.pageIds.length,
});

const without = (one: LiveSegment, ids: ReadonlySet<string>): LiveSegment => {
  let { live, count } = one;
  for (const [page, id] of one.segment.pageIds.entries()) {
    if (!ids.has(id) || live?.[page] === 0) continue;
    // Other searches still read the segments as they were.
    if (live === one.live) live = live ? live.slice() : new Uint8Array(one.segment.pageIds.length).fill(1);
    live![page] = 0;
    count--;
  }
  return live === one.live ? one : { segment: one.segment, live, count };
};

/** The segments without some pages. */
export const withoutPages = (
  segments: readonly LiveSegment[],
  ids: ReadonlySet<string>,
): readonly LiveSegment[] => segments.map((one) => without(one, ids)).filter(({ count }) => count > 0);

/**
 * Which segments to make anew together with added pages, so that there are few segments and each page is made anew a
 * few times only: those that are hardly larger than what is added, or have lost half of their pages.
 */
export const segmentsToMerge = (
  segments: readonly LiveSegment[],
  added: number,
): ReadonlySet<LiveSegment> => {
  const merged = new Set(segments.filter(({ count, segment }) => count * 2 < segment.pageIds.length));
  let size = added + [...merged].reduce((sum, { count }) => sum + count, 0);
  for (const one of [...segments].reverse()) {
    if (merged.has(one)) continue;
    if (one.count > size * 2) break;
    merged.add(one);
    size += one.count;
  }
  return merged;
};

/** The ids of the current pages of segments. */
export const pagesIn = (segments: Iterable<LiveSegment>): string[] =>
  [...segments].flatMap(({ segment, live }) =>
    segment.pageIds.filter((_, page) => live === undefined || live[page] === 1),
  );

/** The memory of segments. */
export const bytesOf = (segments: readonly { readonly segment: Segment }[]): number =>
  segments.reduce((sum, { segment }) => sum + segment.bytes, 1);
