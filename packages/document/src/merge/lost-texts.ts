import type { ComparisonCache } from '../diff/comparison.ts';
import { type Block, type Fragment, isBlock, type Node } from '../document.ts';
import { type ConflictSide, resolveConflicts } from './conflict.ts';

/** The numbers of the texts of a document, and how often each is in it. */
type Counts = ReadonlyMap<number, number>;

/** Counts the texts of documents: blocks without blocks in them. Each distinct one is read once. */
export const createTextCounter = ({ numberOf }: Pick<ComparisonCache, 'numberOf'>) => {
  const empty = new Map<number, boolean>();
  const isEmpty = (text: Block, number: number): boolean => {
    const known = empty.get(number) ?? !hasText(text);
    empty.set(number, known);
    return known;
  };
  /** Calls back with the number of each text that is not empty. */
  const eachText = (nodes: readonly Node[], found: (number: number) => void): void => {
    for (const node of nodes) {
      if (!isBlock(node)) continue;
      const { nodes: inner = [], fragments = [] } = node;
      if (fragments.length === 0 && !inner.some(isBlock)) {
        const number = numberOf(node);
        if (!isEmpty(node, number)) found(number);
      }
      eachText(inner, found);
      for (const { nodes: parts } of fragments) eachText(parts, found);
    }
  };
  return {
    eachText,
    count: (nodes: readonly Block[]): Counts => {
      const counts = new Map<number, number>();
      eachText(nodes, (number) => counts.set(number, (counts.get(number) ?? 0) + 1));
      return counts;
    },
  };
};

const hasText = (node: Block | Fragment | Node): boolean =>
  node.object === 'text'
    ? node.leaves.some(({ text }) => text.trim() !== '')
    : (node.nodes ?? []).some((child) => child.object === 'inline' || hasText(child));

/** How often a text is in a merge of two changes of its number: both apply, and equal ones may be one change. */
const rangeAfter = (base: number, ours: number, theirs: number): readonly [least: number, most: number] => {
  const [byUs, byThem] = [ours - base, theirs - base];
  const both = Math.max(0, base + byUs + byThem);
  if (Math.sign(byUs) * Math.sign(byThem) <= 0) return [both, both];
  return byUs > 0 ? [Math.max(ours, theirs), both] : [both, Math.min(ours, theirs)];
};

/**
 * The texts that a merge has lost although neither side deleted them, or has more often than both sides together wrote
 * them, whichever side of its conflicts is taken.
 */
export const findWrongTexts = (
  { count }: Pick<ReturnType<typeof createTextCounter>, 'count'>,
  [base, ours, theirs]: readonly [Counts, Counts, Counts],
  merged: readonly Block[],
  isConflict: (block: Block) => boolean,
): ReadonlySet<number> => {
  const taking = (side: ConflictSide) =>
    count(
      resolveConflicts({ object: 'document', data: {}, nodes: merged as Block[] }, isConflict, side).nodes,
    );
  const [primary, changed] = [taking('primary'), taking('changed')];
  const wrong = new Set<number>();
  for (const text of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    const before = base.get(text) ?? 0;
    const [inOurs, inTheirs] = [ours.get(text) ?? 0, theirs.get(text) ?? 0];
    const [least, most] = rangeAfter(before, inOurs, inTheirs);
    // An edited text becomes another one if both sides edited it.
    const isKept = before > 0 && inOurs >= before && inTheirs >= before;
    const isRight = (found: number, inSide: number) =>
      found <= Math.max(most, inSide) && (!isKept || found >= Math.min(least, inSide));
    if (!isRight(primary.get(text) ?? 0, inOurs) || !isRight(changed.get(text) ?? 0, inTheirs))
      wrong.add(text);
  }
  return wrong;
};
