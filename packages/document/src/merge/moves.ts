import { alignBlocks } from '../diff/align.ts';
import type { ComparisonCache } from '../diff/comparison.ts';
import type { Block } from '../document.ts';

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
}

/** A block that a side put between blocks of the base. */
export interface Slot {
  readonly block: Block;
  /** The index of the base block that was moved here; undefined for a new block. */
  readonly movedFrom?: number | undefined;
}

const newBlocks = (slots: readonly Slot[]): Block[] =>
  slots.filter(({ movedFrom }) => movedFrom === undefined).map(({ block }) => block);

/** Determines the changes of a side to a sequence. */
export const readSide = (
  cache: ComparisonCache,
  base: readonly Block[],
  side: readonly Block[],
  options: { readonly guess: boolean },
): SideChanges => {
  const { counterparts, insertions, moves } = alignBlocks(cache, base, side, options);
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
  };
};
