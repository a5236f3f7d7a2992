import { alignBlocks } from '../diff/align.ts';
import type { Contents } from '../diff/content.ts';
import type { Block } from '../document.ts';

/** The changes of a side to a sequence. */
export interface Side {
  /** The changed block for each block of the base; undefined if it was moved or deleted. */
  readonly became: (Block | undefined)[];
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
export const addedAt = ({ added }: Side, at: number): Block[] =>
  (added.get(at) ?? []).filter((block) => block !== undefined);

/** Determines the changes of a side to a sequence. */
export const readSide = (contents: Contents, base: readonly Block[], side: readonly Block[]): Side => {
  const { counterparts, insertions } = alignBlocks(contents, base, side);
  const added = new Map(Array.from(insertions, ([at, places]) => [at, places.map((place) => side[place]!)]));
  const free = new Map<number, Place[]>();
  for (const list of added.values()) {
    for (const [index, block] of list.entries()) {
      const places = free.get(contents.numberOf(block));
      if (places === undefined) free.set(contents.numberOf(block), [{ list, index }]);
      else places.push({ list, index });
    }
  }
  const moved = new Map<number, Place>();
  for (const [at, counterpart] of counterparts.entries()) {
    const place = counterpart < 0 ? free.get(contents.numberOf(base[at]!))?.pop() : undefined;
    if (place !== undefined) moved.set(at, place);
  }
  return { became: counterparts.map((counterpart) => side[counterpart]), added, moved };
};

/** Applies edits of one side to blocks that the other side moved; a block that both moved goes to our place. */
export const followMoves = (base: readonly Block[], mine: Side, others: Side): void => {
  for (const at of base.keys()) {
    const [here, there] = [mine.moved.get(at), others.moved.get(at)];
    if (here !== undefined && there !== undefined) there.list[there.index] = undefined;
    else if (here !== undefined) moveEdit(at, here, others);
    else if (there !== undefined) moveEdit(at, there, mine);
  }
};

const moveEdit = (at: number, place: Place, editor: Side): void => {
  const edited = editor.became[at];
  if (edited === undefined) return;
  place.list[place.index] = edited;
  // Both sides have now removed it from its old place.
  editor.became[at] = undefined;
};
