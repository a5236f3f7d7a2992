import { sameContent } from '../diff/comparison.ts';
import { matchSequences } from '../diff/sequence.ts';
import type { Block, Document } from '../document.ts';
import { type Merging, mergeBlocks } from './block.ts';
import { conflictBlock, sideOf } from './conflict.ts';
import { createTextCounter, findWrongTexts } from './lost-texts.ts';

interface Versions {
  readonly base: Document;
  readonly ours: Document;
  readonly theirs: Document;
}

/** Blocks of all three versions that stand between the same unchanged blocks. */
interface Part {
  readonly base: readonly Block[];
  readonly ours: readonly Block[];
  readonly theirs: readonly Block[];
}

const mergePart = (merging: Merging, { base, ours, theirs }: Part): readonly Block[] =>
  mergeBlocks(merging, base, ours, theirs, true)!;

/** The parts of the versions; each block that nobody changed or moved is a part of its own. */
const partsOf = ({ cache }: Merging, { base, ours, theirs }: Versions): Part[] => {
  const numbers = (document: Document) => document.nodes.map((block) => cache.numberOf(block));
  const [inBase, inOurs, inTheirs] = [base, ours, theirs].map(numbers) as [number[], number[], number[]];
  const kept = new Map(matchSequences(inBase, inTheirs, cache.effort));
  const parts: Part[] = [];
  let [at, our, their] = [0, 0, 0];
  const until = (i: number, j: number, k: number): Part => {
    const part = {
      base: base.nodes.slice(at, i),
      ours: ours.nodes.slice(our, j),
      theirs: theirs.nodes.slice(their, k),
    };
    [at, our, their] = [i, j, k];
    return part;
  };
  for (const [i, j] of matchSequences(inBase, inOurs, cache.effort)) {
    const k = kept.get(i);
    if (k !== undefined) parts.push(until(i, j, k), until(i + 1, j + 1, k + 1));
  }
  parts.push(until(base.nodes.length, ours.nodes.length, theirs.nodes.length));
  return parts;
};

const joined = (parts: readonly Part[]): Part => ({
  base: parts.flatMap((part) => part.base),
  ours: parts.flatMap((part) => part.ours),
  theirs: parts.flatMap((part) => part.theirs),
});

/** A part with both sides whole. */
const conflictOver = ({ bases }: Merging, { base, ours, theirs }: Part): readonly Block[] => {
  if (sameContent(ours, theirs) || sameContent(base, theirs)) return ours;
  if (sameContent(base, ours)) return theirs;
  const conflict = conflictBlock(ours, theirs);
  bases.set(conflict, base);
  return [conflict];
};

/** The first and the last of some parts. */
type Range = readonly [first: number, last: number];

/** The parts of conflicts with a side that has blocks from before and after one that nobody changed, but not this block. */
const displacingRanges = (
  { cache, bases }: Merging,
  parts: readonly Part[],
  merged: readonly Block[],
): Range[] => {
  const placesOf = (side: 'ours' | 'theirs') => {
    const places = new Map<number, number | undefined>();
    for (const [at, part] of parts.entries())
      for (const block of part[side]) {
        const number = cache.numberOf(block);
        places.set(number, places.has(number) ? undefined : at);
      }
    return places;
  };
  const isUnchanged = ({ base, ours, theirs }: Part) =>
    base.length > 0 && sameContent(base, ours) && sameContent(base, theirs);
  const [inOurs, inTheirs] = [placesOf('ours'), placesOf('theirs')];
  return merged
    .filter((block) => bases.has(block))
    .flatMap((conflict) => {
      const sides = [
        sideOf(conflict, 'primary').flatMap((block) => inOurs.get(cache.numberOf(block)) ?? []),
        sideOf(conflict, 'changed').flatMap((block) => inTheirs.get(cache.numberOf(block)) ?? []),
      ];
      const isApart = (places: readonly number[]) =>
        parts.some(
          (part, at) =>
            at > Math.min(...places) && at < Math.max(...places) && isUnchanged(part) && !places.includes(at),
        );
      if (!sides.some(isApart)) return [];
      const places = sides.flat();
      return [[Math.min(...places), Math.max(...places)] as const];
    });
};

/**
 * Merges the blocks of a document. Where that would lose a text that nobody deleted, or double one, such as a row that both
 * sides moved into another table, or leave a conflict without the blocks between its blocks, all these blocks are one
 * conflict.
 */
export const mergeWithoutLoss = (merging: Merging, versions: Versions): readonly Block[] => {
  const { cache, bases } = merging;
  const all = [versions.base.nodes, versions.ours.nodes, versions.theirs.nodes] as const;
  const merged = mergePart(merging, { base: all[0], ours: all[1], theirs: all[2] });
  // The sides of conflicts from before are not texts of their own.
  if (all.some((nodes) => nodes.some(({ type }) => type === 'conflict'))) return merged;
  const texts = createTextCounter(cache);
  const counts = [texts.count(all[0]), texts.count(all[1]), texts.count(all[2])] as const;
  const wrongIn = (nodes: readonly Block[]) =>
    findWrongTexts(texts, counts, nodes, (block) => bases.has(block));
  const wrong = wrongIn(merged);
  const isConflict = merged.some((block) => bases.has(block));
  if (wrong.size === 0 && !isConflict) return merged;
  const parts = partsOf(merging, versions);
  const hasWrong = ({ base, ours, theirs }: Part): boolean => {
    let found = false;
    texts.eachText([...base, ...ours, ...theirs], (text) => {
      found ||= wrong.has(text);
    });
    return found;
  };
  const ranges = displacingRanges(merging, parts, merged);
  if (wrong.size > 0) ranges.push([parts.findIndex(hasWrong), parts.findLastIndex(hasWrong)]);
  if (ranges.length === 0) return merged;
  const first = Math.min(...ranges.map(([from]) => from));
  const last = Math.max(...ranges.map(([, to]) => to));
  const around = [
    ...mergePart(merging, joined(parts.slice(0, first))),
    ...conflictOver(merging, joined(parts.slice(first, last + 1))),
    ...mergePart(merging, joined(parts.slice(last + 1))),
  ];
  if (wrongIn(around).size === 0) return around;
  const isChanged = ({ base, ours, theirs }: Part) => !sameContent(base, ours) || !sameContent(base, theirs);
  const [from, to] = [parts.findIndex(isChanged), parts.findLastIndex(isChanged)];
  return [
    ...joined(parts.slice(0, from)).ours,
    ...conflictOver(merging, joined(parts.slice(from, to + 1))),
    ...joined(parts.slice(to + 1)).ours,
  ];
};
