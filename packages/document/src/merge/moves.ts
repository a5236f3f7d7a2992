import { alignBlocks } from '../diff/align.ts';
import type { Contents } from '../diff/content.ts';
import type { Block } from '../document.ts';

/** What a side made of a sequence. */
export interface Side {
  /** For each block of the base what it became; undefined when it is gone from its place. */
  readonly became: (Block | undefined)[];
  /** What is new, by the position in the base before which it stands; undefined where a block was taken out. */
  readonly added: ReadonlyMap<number, (Block | undefined)[]>;
  /** Where blocks that are gone from their place stand now, unchanged, by their position in the base. */
  readonly moved: ReadonlyMap<number, Place>;
}

interface Place {
  readonly list: (Block | undefined)[];
  readonly index: number;
}

/** What a side added before a block of the base. */
export const addedAt = ({ added }: Side, at: number): Block[] =>
  (added.get(at) ?? []).filter((block) => block !== undefined);

/** Reads off a side what it made of a sequence. */
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

/** A block that one side moved takes the other's edit along, and one that both moved goes where ours put it. */
export const followMoves = (base: readonly Block[], mine: Side, others: Side): void => {
  for (const at of base.keys()) {
    const [here, there] = [mine.moved.get(at), others.moved.get(at)];
    if (here !== undefined && there !== undefined) there.list[there.index] = undefined;
    else if (here !== undefined) takeAlong(at, here, others);
    else if (there !== undefined) takeAlong(at, there, mine);
  }
};

const takeAlong = (at: number, place: Place, editor: Side): void => {
  const edited = editor.became[at];
  if (edited === undefined) return;
  place.list[place.index] = edited;
  // Gone from its old place on both sides now.
  editor.became[at] = undefined;
};
