import type { Block } from '../document.ts';
import type { Contents } from './content.ts';
import { matchSequences } from './sequence.ts';

/** Where each block of the one sequence went in the other, and what came in between. */
export interface Alignment {
  /** For each block its counterpart's position, the same or edited, or -1 when it is gone. */
  readonly counterparts: readonly number[];
  /** What is new, by the position in the first sequence before which it stands. */
  readonly insertions: ReadonlyMap<number, readonly number[]>;
}

// Comparing every removed with every added block is worth it for the few of a usual edit only.
const MAX_PAIRS = 2_500;
const ALIKE = 0.4;

/** Aligns two sequences of blocks: the same content first, then blocks that look like edits of each other. */
export const alignBlocks = (
  contents: Contents,
  first: readonly Block[],
  second: readonly Block[],
): Alignment => {
  const matches = matchSequences(
    first.map(contents.numberOf),
    second.map(contents.numberOf),
    contents.effort,
  );
  const counterparts = new Array<number>(first.length).fill(-1);
  let previous: readonly [number, number] = [-1, -1];
  for (const match of [...matches, [first.length, second.length] as const]) {
    const [i, j] = match;
    pairEdited(contents, first, second, [previous[0] + 1, i], [previous[1] + 1, j], counterparts);
    if (i < first.length) counterparts[i] = j;
    previous = match;
  }
  return { counterparts, insertions: insertionsOf(counterparts, second.length) };
};

const insertionsOf = (counterparts: readonly number[], length: number): Map<number, number[]> => {
  const insertions = new Map<number, number[]>();
  let next = 0;
  let place = 0;
  const take = (until: number) => {
    if (next >= until) return;
    insertions.set(
      place,
      Array.from({ length: until - next }, (_, i) => next + i),
    );
  };
  for (const [position, counterpart] of counterparts.entries()) {
    if (counterpart < 0) continue;
    take(counterpart);
    next = counterpart + 1;
    place = position + 1;
  }
  take(length);
  return insertions;
};

const pairEdited = (
  contents: Contents,
  first: readonly Block[],
  second: readonly Block[],
  [aFrom, aTo]: readonly [number, number],
  [bFrom, bTo]: readonly [number, number],
  counterparts: number[],
): void => {
  const rows = aTo - aFrom;
  const columns = bTo - bFrom;
  if (rows === 0 || columns === 0) return;
  const pairs = rows * columns > MAX_PAIRS ? [] : alikePairs(contents, first, second, aFrom, aTo, bFrom, bTo);
  let a = aFrom;
  let b = bFrom;
  for (const [i, j] of [...pairs, [aTo, bTo] as const]) {
    // As many gone as came, of the same types: each was replaced by the one in its place.
    if (i - a === j - b && sameTypes(first, second, a, b, i - a)) {
      for (let step = 0; step < i - a; step++) counterparts[a + step] = b + step;
    }
    if (i < aTo) counterparts[i] = j;
    a = i + 1;
    b = j + 1;
  }
};

const sameTypes = (
  first: readonly Block[],
  second: readonly Block[],
  a: number,
  b: number,
  count: number,
) => {
  for (let step = 0; step < count; step++) if (first[a + step]!.type !== second[b + step]!.type) return false;
  return true;
};

/** The pairs, in order on both sides, whose likeness adds up to the most. */
const alikePairs = (
  contents: Contents,
  first: readonly Block[],
  second: readonly Block[],
  aFrom: number,
  aTo: number,
  bFrom: number,
  bTo: number,
): [number, number][] => {
  const rows = aTo - aFrom;
  const columns = bTo - bFrom;
  const width = columns + 1;
  const alike = new Float64Array(rows * columns);
  const best = new Float64Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const likeness = likenessOf(contents, first[aFrom + i]!, second[bFrom + j]!);
      alike[i * columns + j] = likeness;
      const paired = likeness >= ALIKE ? likeness + best[(i + 1) * width + j + 1]! : 0;
      best[i * width + j] = Math.max(paired, best[(i + 1) * width + j]!, best[i * width + j + 1]!);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    const likeness = alike[i * columns + j]!;
    const here = best[i * width + j]!;
    if (likeness >= ALIKE && here === likeness + best[(i + 1) * width + j + 1]!)
      pairs.push([aFrom + i++, bFrom + j++]);
    else if (here === best[(i + 1) * width + j]!) i++;
    else j++;
  }
  return pairs;
};

/** How much two blocks share, from 0 to 1; the same type counts a little, the same title nearly all. */
const likenessOf = (contents: Contents, one: Block, other: Block): number => {
  const a = contents.wordsOf(one);
  const b = contents.wordsOf(other);
  let shared = 0;
  let total = 0;
  for (const [word, count] of a) {
    shared += Math.min(count, b.get(word) ?? 0);
    total += count;
  }
  for (const count of b.values()) total += count;
  contents.effort.steps += a.size + b.size + 1;
  const words = total === 0 ? 0 : (2 * shared) / total;
  if (one.type !== other.type) return words * 0.9;
  const title = one.data?.title;
  if (typeof title === 'string' && title !== '' && title === other.data?.title) return 0.9 + words * 0.1;
  return 0.1 + words * 0.9;
};
