import type { ComparisonCache } from '../diff/comparison.ts';
import type { Block } from '../document.ts';
import { sideOf } from './conflict.ts';
import type { SideChanges } from './moves.ts';
import type { Step } from './plan.ts';

/** A sequence with the primary side of each open conflict in its place, so that it can be compared with the base. */
export interface OpenedSequence {
  readonly blocks: readonly Block[];
  /** The open conflict of each block that is the primary side of one. */
  readonly conflicts: ReadonlyMap<Block, Block>;
}

/** Opens the conflicts of a sequence that the base does not have. One without a primary side stays a block. */
export const openConflicts = (
  cache: ComparisonCache,
  base: readonly Block[],
  blocks: readonly Block[],
): OpenedSequence => {
  const isOpen = (block: Block) => block.type === 'conflict' && sideOf(block, 'primary').length > 0;
  if (!blocks.some(isOpen)) return { blocks, conflicts: new Map() };
  const known = new Set(base.map(cache.numberOf));
  const conflicts = new Map<Block, Block>();
  const opened = blocks.flatMap((block) => {
    if (!isOpen(block) || known.has(cache.numberOf(block))) return [block];
    const primary = sideOf(block, 'primary');
    for (const part of primary) conflicts.set(part, block);
    return primary;
  });
  return { blocks: opened, conflicts };
};

/** The open conflict of each step that makes a part of its primary side. */
export const conflictsOfSteps = (
  steps: readonly Step[],
  { conflicts }: OpenedSequence,
  ours: SideChanges,
  theirs: SideChanges,
): (Block | undefined)[] => {
  if (conflicts.size === 0) return steps.map(() => undefined);
  const conflictAt = (at: number) => {
    const version = theirs.versions[at];
    return version && conflicts.get(version);
  };
  // Our new blocks in place of a primary side are the new primary side.
  const replaced = new Map<number, Block>();
  for (const [at, version] of ours.versions.entries()) {
    const conflict = conflictAt(at);
    if (version === undefined && conflict !== undefined) replaced.set(ours.gaps[at]!, conflict);
  }
  return steps.map((step) => {
    if (step.kind === 'base') return conflictAt(step.at);
    if (step.kind === 'contest')
      return step.contest.theirs.map((block) => conflicts.get(block)).find((found) => found !== undefined);
    return step.side === 'ours' ? replaced.get(step.gap) : conflicts.get(step.block);
  });
};

/** Results of steps, and the open conflict that each belongs to. */
export interface StepResult {
  readonly blocks: readonly Block[];
  readonly conflict: Block | undefined;
  /** Whether it is in its place in the base, not moved. */
  readonly inPlace: boolean;
}

/** Closes open conflicts: their results, and those between them, become one block each, made by `close`. */
export const closeConflicts = (
  results: readonly StepResult[],
  close: (conflict: Block, primary: readonly Block[]) => readonly Block[],
): Block[] => {
  const groups = new Map<Block, number[]>();
  for (const [index, { conflict }] of results.entries()) {
    if (conflict !== undefined) groups.set(conflict, [...(groups.get(conflict) ?? []), index]);
  }
  const closed = new Map<number, readonly Block[]>();
  const taken = new Set<number>();
  for (const [conflict, own] of groups) {
    const inPlace = own.filter((index) => results[index]!.inPlace);
    const [from, to] = [inPlace[0] ?? own[0]!, inPlace.at(-1) ?? own[0]!];
    const parts = new Set(own);
    for (let index = from; index <= to; index++) {
      const { conflict: owner } = results[index]!;
      if (owner === undefined || owner === conflict) parts.add(index);
    }
    const primary = [...parts].sort((one, other) => one - other).flatMap((index) => results[index]!.blocks);
    for (const index of parts) taken.add(index);
    closed.set(from, close(conflict, primary));
  }
  return results.flatMap(({ blocks }, index) => closed.get(index) ?? (taken.has(index) ? [] : blocks));
};
