import { type Effort, matchSequences } from '../diff/sequence.ts';

/** A range of the base that a side replaced by a range of its own. */
interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly sideFrom: number;
  readonly sideTo: number;
}

/** The minimum distance of two edits. */
export interface HunkOptions {
  /** Whether an unchanged element separates the edits around it. */
  readonly separates: (position: number) => boolean;
  /** Edits of one side with fewer separating elements in between are one edit. */
  readonly minGap: number;
  /** The minimum unchanged part of the base; below it a side is a rewrite, which cannot be merged. */
  readonly minUnchangedRatio: number;
  /** Whether an element of a side is an edited one of the base. */
  readonly isEdited?: (position: number, side: 'ours' | 'theirs', sidePosition: number) => boolean;
}

/** The side and index of an element of the result. */
export type Taken = readonly ['base' | 'ours' | 'theirs', number];

/** Merges sequences whose order matters, such as words or lines; undefined if edits are adjacent. */
export const mergeHunks = (
  base: readonly number[],
  ours: readonly number[],
  theirs: readonly number[],
  nearness: HunkOptions,
  effort: Effort,
): Taken[] | undefined => {
  const before = separatorsBefore(base.length, nearness);
  const [mine, others] = [ours, theirs].map((side) => hunksOf(base, side, nearness, before, effort));
  if (mine === undefined || others === undefined) return undefined;
  if (bothRemoveMoved({ base, ours, theirs }, mine, others, nearness)) return undefined;
  if (bothRemoveEdited({ ours, theirs }, mine, others, nearness)) return undefined;
  const taken: Taken[] = [];
  let at = 0;
  let [i, j] = [0, 0];
  let last: { to: number; side: 'ours' | 'theirs' } | undefined;
  while (i < mine.length || j < others.length) {
    const [mineNext, othersNext] = [mine[i], others[j]];
    if (mineNext && othersNext && sameHunk(mineNext, othersNext, ours, theirs)) {
      if (last !== undefined && apart(before, last.to, mineNext.from) === 0) return undefined;
      at = take(taken, at, mineNext, 'ours');
      // An adjacent edit of either side would change the common edit.
      const following = Math.min(mine[++i]?.from ?? base.length, others[++j]?.from ?? base.length);
      if (following < base.length && apart(before, at, following) === 0) return undefined;
      last = undefined;
      continue;
    }
    const side = !othersNext || (mineNext && mineNext.from <= othersNext.from) ? 'ours' : 'theirs';
    const hunk = (side === 'ours' ? mineNext : othersNext)!;
    if (last !== undefined && last.side !== side && apart(before, last.to, hunk.from) === 0) return undefined;
    at = take(taken, at, hunk, side);
    last = { to: hunk.to, side };
    if (side === 'ours') i++;
    else j++;
  }
  for (; at < base.length; at++) taken.push(['base', at]);
  return taken;
};

/** Whether an element that both sides removed is elsewhere again: one or both sides moved it. */
const bothRemoveMoved = (
  { base, ours, theirs }: Readonly<Record<'base' | 'ours' | 'theirs', readonly number[]>>,
  mine: readonly Hunk[],
  others: readonly Hunk[],
  { separates }: HunkOptions,
): boolean => {
  const added = new Set([
    ...mine.flatMap((hunk) => addedBy(base, ours, hunk)),
    ...others.flatMap((hunk) => addedBy(base, theirs, hunk)),
  ]);
  if (added.size === 0) return false;
  const removedBy = (hunks: readonly Hunk[], side: readonly number[]) => {
    const removed = new Set<number>();
    for (const { from, to, sideFrom, sideTo } of hunks) {
      const kept = new Set(side.slice(sideFrom, sideTo));
      for (let at = from; at < to; at++) if (separates(at) && !kept.has(base[at]!)) removed.add(at);
    }
    return removed;
  };
  const [byUs, byThem] = [removedBy(mine, ours), removedBy(others, theirs)];
  return [...byUs].some((at) => byThem.has(at) && added.has(base[at]!));
};

// Above this number, removed and added elements are not compared pairwise.
const MAX_PAIRS = 2_500;

/** Whether an element that both sides deleted is elsewhere with edits: one or both sides moved and edited it. */
const bothRemoveEdited = (
  { ours, theirs }: Readonly<Record<'ours' | 'theirs', readonly number[]>>,
  mine: readonly Hunk[],
  others: readonly Hunk[],
  { separates, isEdited }: HunkOptions,
): boolean => {
  if (isEdited === undefined) return false;
  const known = new Map(others.map((hunk) => [hunk.from, hunk]));
  const common = mine.filter((hunk) => {
    const other = known.get(hunk.from);
    return other !== undefined && sameHunk(hunk, other, ours, theirs);
  });
  const removed = common
    .filter(({ sideFrom, sideTo }) => sideFrom === sideTo)
    .flatMap(({ from, to }) => range(from, to).filter(separates));
  const froms = new Set(common.map(({ from }) => from));
  const addedIn = (hunks: readonly Hunk[]) =>
    hunks.filter(({ from }) => !froms.has(from)).flatMap(({ sideFrom, sideTo }) => range(sideFrom, sideTo));
  const added = { ours: addedIn(mine), theirs: addedIn(others) };
  if (removed.length * (added.ours.length + added.theirs.length) > MAX_PAIRS) return false;
  return removed.some((at) =>
    (['ours', 'theirs'] as const).some((side) => added[side].some((index) => isEdited(at, side, index))),
  );
};

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

// Nearby edits are one hunk, with the unchanged elements between them.
const addedBy = (base: readonly number[], side: readonly number[], hunk: Hunk): number[] => {
  const known = new Set(base.slice(hunk.from, hunk.to));
  return side.slice(hunk.sideFrom, hunk.sideTo).filter((element) => !known.has(element));
};

const take = (taken: Taken[], from: number, hunk: Hunk, side: 'ours' | 'theirs'): number => {
  for (let at = from; at < hunk.from; at++) taken.push(['base', at]);
  for (let at = hunk.sideFrom; at < hunk.sideTo; at++) taken.push([side, at]);
  return hunk.to;
};

const separatorsBefore = (length: number, { separates }: HunkOptions): Int32Array => {
  const before = new Int32Array(length + 1);
  for (let i = 0; i < length; i++) before[i + 1] = before[i]! + (separates(i) ? 1 : 0);
  return before;
};

const apart = (before: Int32Array, from: number, to: number): number =>
  to < from ? 0 : before[to]! - before[from]!;

const sameHunk = (mine: Hunk, other: Hunk, ours: readonly number[], theirs: readonly number[]): boolean => {
  const length = mine.sideTo - mine.sideFrom;
  if (mine.from !== other.from || mine.to !== other.to || length !== other.sideTo - other.sideFrom)
    return false;
  for (let i = 0; i < length; i++) if (ours[mine.sideFrom + i] !== theirs[other.sideFrom + i]) return false;
  return true;
};

const hunksOf = (
  base: readonly number[],
  side: readonly number[],
  { minGap, minUnchangedRatio }: HunkOptions,
  before: Int32Array,
  effort: Effort,
): Hunk[] | undefined => {
  const matches = matchSequences(base, side, effort);
  const hunks: Hunk[] = [];
  let [from, sideFrom] = [0, 0];
  for (const [to, sideTo] of [...matches, [base.length, side.length] as const]) {
    if (to > from || sideTo > sideFrom) {
      const previous = hunks.at(-1);
      if (previous !== undefined && apart(before, previous.to, from) < minGap) {
        hunks[hunks.length - 1] = { ...previous, to, sideTo };
      } else hunks.push({ from, to, sideFrom, sideTo });
    }
    from = to + 1;
    sideFrom = sideTo + 1;
  }
  const replaced = hunks.reduce((sum, hunk) => sum + apart(before, hunk.from, hunk.to), 0);
  return replaced > before[base.length]! * (1 - minUnchangedRatio) ? undefined : hunks;
};
