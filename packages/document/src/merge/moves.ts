import { alignBlocks } from '../diff/align.ts';
import type { ComparisonCache } from '../diff/comparison.ts';
import type { Block } from '../document.ts';
import {
  type AlignedSide,
  changesFor,
  findReshaped,
  notReshaped,
  type ReshapedAlignment,
} from './reshaped.ts';

/** The changes of a side to a sequence. A move changes the place of a block, an edit its version. */
export interface SideChanges {
  /** The version of each block of the base, wherever it is now; undefined if it was deleted. */
  readonly versions: readonly (Block | undefined)[];
  /** The blocks of the base that were moved, by index. */
  readonly moved: ReadonlySet<number>;
  /** New and moved blocks by the index of the base block that they precede. */
  readonly slots: ReadonlyMap<number, readonly Slot[]>;
  /** The new ones of them. */
  readonly news: ReadonlyMap<number, readonly Block[]>;
  /** For each block of the base, the index after the nearest block before it that kept its place. */
  readonly gaps: readonly number[];
  /** For each block of the base that was split or joined, the gaps with the new blocks that have its text. */
  readonly reshaped: ReadonlyMap<number, readonly number[]>;
  /** Those of them that the other side changed as well. */
  readonly contested: ReadonlySet<number>;
  /** The blocks of the base that are now inside of another one, and that the other side left as they were. */
  readonly elsewhere: ReadonlySet<number>;
}

/** A block that a side put between blocks of the base. */
export interface Slot {
  readonly block: Block;
  /** The index of the base block that was moved here; undefined for a new block. */
  readonly movedFrom?: number | undefined;
}

const MAX_ROUNDS = 8;

const newBlocks = (slots: readonly Slot[]): Block[] =>
  slots.filter(({ movedFrom }) => movedFrom === undefined).map(({ block }) => block);

/** Determines the changes of both sides to a sequence. */
export const readSides = (
  cache: ComparisonCache,
  base: readonly Block[],
  ours: readonly Block[],
  theirs: readonly Block[],
  options: { readonly guess: boolean },
): readonly [ours: SideChanges, theirs: SideChanges] => {
  const [mine, others] = [ours, theirs].map((blocks) => ({
    blocks,
    alignment: alignBlocks(cache, base, blocks, options),
  })) as [AlignedSide, AlignedSide];
  let [us, them] = [notReshaped(mine.alignment), notReshaped(others.alignment)];
  const found = () => [us, them].reduce((sum, side) => sum + side.reshaped.size + side.contested.size, 0);
  // What one side has in a conflict can bring more of both sides into it.
  for (let round = 0, known = -1; !options.guess && known < found(); round++) {
    if (round === MAX_ROUNDS) break;
    known = found();
    const [ourChanges, theirChanges] = [
      changesFor(cache, base, mine, others, us.reshaped),
      changesFor(cache, base, others, mine, them.reshaped),
    ];
    us = findReshaped(cache, base, mine, theirChanges, us);
    them = findReshaped(cache, base, others, ourChanges, them);
  }
  return [changesOf(ours, us), changesOf(theirs, them)];
};

const changesOf = (
  side: readonly Block[],
  { counterparts, insertions, moves, reshaped, contested, elsewhere }: ReshapedAlignment,
): SideChanges => {
  const origins = new Map(Array.from(moves, ([from, to]) => [to, from]));
  const slots = Array.from(insertions, ([place, indexes]) => {
    const here = indexes.map((index): Slot => ({ block: side[index]!, movedFrom: origins.get(index) }));
    return [place, here] as const;
  });
  const gaps: number[] = [];
  let gap = 0;
  for (const [at, counterpart] of counterparts.entries()) {
    gaps.push(gap);
    if (counterpart >= 0) gap = at + 1;
  }
  return {
    versions: counterparts.map(
      (counterpart, at) => side[counterpart < 0 ? (moves.get(at) ?? -1) : counterpart],
    ),
    moved: new Set(moves.keys()),
    slots: new Map(slots),
    news: new Map(
      slots.map(([place, here]) => [place, newBlocks(here)] as const).filter(([, news]) => news.length > 0),
    ),
    gaps,
    reshaped: gapsOfParts(reshaped, insertions),
    contested,
    elsewhere,
  };
};

const gapsOfParts = (
  reshaped: ReadonlyMap<number, readonly number[]>,
  insertions: ReadonlyMap<number, readonly number[]>,
): Map<number, number[]> => {
  if (reshaped.size === 0) return new Map();
  const places = new Map(
    [...insertions].flatMap(([place, indexes]) => indexes.map((index) => [index, place] as const)),
  );
  return new Map(
    Array.from(reshaped, ([at, parts]) => [at, [...new Set(parts.map((part) => places.get(part)!))]]),
  );
};
