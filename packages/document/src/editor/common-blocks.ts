import type { Block } from '../document.ts';

/** How many blocks two documents have in common at their start, and how many after that at their end. */
export interface CommonBlocks {
  readonly start: number;
  readonly end: number;
}

/** Finds the blocks that two documents have in common around an edit. */
export const commonBlocks = (
  a: readonly Block[],
  b: readonly Block[],
  isSame: (one: Block, other: Block) => boolean = Object.is,
): CommonBlocks => {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && isSame(a[start]!, b[start]!)) start++;
  let end = 0;
  while (end < most - start && isSame(a[a.length - 1 - end]!, b[b.length - 1 - end]!)) end++;
  return { start, end };
};
