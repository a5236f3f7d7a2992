import type { Block } from '@lectern/document';
import { Extension } from '@tiptap/core';

/** A block of an integration on the screen. */
export interface PlacedBlock {
  readonly id: number;
  /** Where the block is drawn. */
  readonly element: HTMLElement;
  readonly node: Block;
  readonly position: () => number | undefined;
}

/** The blocks of integrations in an editor. */
interface PlacedBlocks {
  readonly all: () => readonly PlacedBlock[];
  readonly watch: (listener: () => void) => () => void;
  readonly put: (block: PlacedBlock) => void;
  readonly remove: (id: number) => void;
  readonly nextId: () => number;
}

declare module '@tiptap/core' {
  interface Storage {
    integrationBlocks: PlacedBlocks;
  }
}

const createPlacedBlocks = (): PlacedBlocks => {
  let blocks: readonly PlacedBlock[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const become = (next: readonly PlacedBlock[]) => {
    blocks = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    all: () => blocks,
    watch: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    put: (block) => {
      const isNew = blocks.every(({ id }) => id !== block.id);
      become(isNew ? [...blocks, block] : blocks.map((each) => (each.id === block.id ? block : each)));
    },
    remove: (id) => become(blocks.filter((each) => each.id !== id)),
    nextId: () => ++lastId,
  };
};

/** Keeps the blocks of integrations, which are drawn after the text. */
export const placedBlocks = Extension.create({
  name: 'integrationBlocks',
  addStorage: createPlacedBlocks,
});
