import { alignBlocks } from '../diff/align.ts';
import type { ComparisonCache } from '../diff/comparison.ts';
import type { Block } from '../document.ts';

/** The changes of a side to a sequence. */
export interface SideChanges {
  /** The changed block for each block of the base; undefined if it was moved or deleted. */
  readonly counterparts: (Block | undefined)[];
  /** New blocks by the index of the following base block; undefined for a removed one. */
  readonly added: ReadonlyMap<number, (Block | undefined)[]>;
  /** The new places of moved, unchanged blocks, by their index in the base. */
  readonly moved: ReadonlyMap<number, Place>;
}

interface Place {
  readonly list: (Block | undefined)[];
  readonly index: number;
}

/** The blocks that a side added before a block of the base. */
export const addedAt = ({ added }: SideChanges, at: number): Block[] =>
  (added.get(at) ?? []).filter((block) => block !== undefined);

/** Determines the changes of a side to a sequence. */
export const readSide = (
  cache: ComparisonCache,
  base: readonly Block[],
  side: readonly Block[],
): SideChanges => {
  const { counterparts, insertions } = alignBlocks(cache, base, side);
  const added = new Map(Array.from(insertions, ([at, places]) => [at, places.map((place) => side[place]!)]));
  const free = new Map<number, Place[]>();
  for (const list of added.values()) {
    for (const [index, block] of list.entries()) {
      const places = free.get(cache.numberOf(block));
      if (places === undefined) free.set(cache.numberOf(block), [{ list, index }]);
      else places.push({ list, index });
    }
  }
  const moved = new Map<number, Place>();
  for (const [at, counterpart] of counterparts.entries()) {
    const place = counterpart < 0 ? free.get(cache.numberOf(base[at]!))?.pop() : undefined;
    if (place !== undefined) moved.set(at, place);
  }
  return { counterparts: counterparts.map((counterpart) => side[counterpart]), added, moved };
};

/** Applies edits of one side to blocks that the other side moved; a block that both moved goes to our place. */
export const followMoves = (base: readonly Block[], mine: SideChanges, others: SideChanges): void => {
  for (const at of base.keys()) {
    const [here, there] = [mine.moved.get(at), others.moved.get(at)];
    if (here !== undefined && there !== undefined) there.list[there.index] = undefined;
    else if (here !== undefined) moveEdit(at, here, others);
    else if (there !== undefined) moveEdit(at, there, mine);
  }
};

const moveEdit = (at: number, place: Place, editor: SideChanges): void => {
  const edited = editor.counterparts[at];
  if (edited === undefined) return;
  place.list[place.index] = edited;
  // Both sides have now removed it from its old place.
  editor.counterparts[at] = undefined;
};
