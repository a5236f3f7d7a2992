import type { Block } from '../document.ts';
import type { ComparisonCache } from './comparison.ts';
import { type Match, matchSequences } from './sequence.ts';

/** The counterparts of blocks in another sequence, and the insertions between them. */
export interface Alignment {
  /** The index of each block's equal or edited counterpart, or -1 if it was removed. */
  readonly counterparts: readonly number[];
  /** Indexes of new blocks, by the index of the following block in the first sequence. */
  readonly insertions: ReadonlyMap<number, readonly number[]>;
}

// Above this number, removed and added blocks are not compared pairwise.
const MAX_PAIRS = 2_500;
const MIN_SIMILARITY = 0.4;

/** Aligns two sequences of blocks: equal blocks first, then similar ones as edits of each other. */
export const alignBlocks = (
  cache: ComparisonCache,
  first: readonly Block[],
  second: readonly Block[],
): Alignment => {
  const [a, b] = [first.map(cache.numberOf), second.map(cache.numberOf)];
  const matches = matchSequences(a, b, cache.effort);
  const counterparts = new Array<number>(first.length).fill(-1);
  for (const [i, j] of matches) counterparts[i] = j;
  const moved = movedContents(a, b, matches);
  // A moved block is not an edit of the block now in its place.
  const left = (numbers: readonly number[], from: number, to: number) => {
    const positions: number[] = [];
    for (let at = from; at < to; at++) if (!moved.has(numbers[at]!)) positions.push(at);
    return positions;
  };
  let [nextA, nextB] = [0, 0];
  for (const [i, j] of [...matches, [first.length, second.length] as const]) {
    if (i > nextA && j > nextB) {
      pairEdited(cache, first, second, left(a, nextA, i), left(b, nextB, j), counterparts);
    }
    nextA = i + 1;
    nextB = j + 1;
  }
  return { counterparts, insertions: insertionsOf(counterparts, second.length) };
};

/** The contents that both sequences have outside of the matches. */
const movedContents = (
  a: readonly number[],
  b: readonly number[],
  matches: readonly Match[],
): Set<number> => {
  const matchedA = new Set(matches.map(([i]) => i));
  const matchedB = new Set(matches.map(([, j]) => j));
  const gone = new Set(a.filter((_, at) => !matchedA.has(at)));
  return new Set(b.filter((number, at) => !matchedB.has(at) && gone.has(number)));
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
  cache: ComparisonCache,
  first: readonly Block[],
  second: readonly Block[],
  rows: readonly number[],
  columns: readonly number[],
  counterparts: number[],
): void => {
  const [removed, added] = [rows.map((at) => first[at]!), columns.map((at) => second[at]!)];
  const pairs = removed.length * added.length > MAX_PAIRS ? [] : similarPairs(cache, removed, added);
  let [row, column] = [0, 0];
  for (const [i, j] of [...pairs, [rows.length, columns.length] as const]) {
    // Equal numbers of removed and added blocks of the same types are edits of each other.
    if (i - row === j - column && sameTypes(removed.slice(row, i), added.slice(column, j))) {
      for (; row < i; row++, column++) counterparts[rows[row]!] = columns[column]!;
    }
    if (i < rows.length) counterparts[rows[i]!] = columns[j]!;
    row = i + 1;
    column = j + 1;
  }
};

const sameTypes = (removed: readonly Block[], added: readonly Block[]): boolean =>
  removed.every((block, at) => block.type === added[at]!.type);

/** The pairs, in order on both sides, with the highest total similarity. */
const similarPairs = (
  cache: ComparisonCache,
  removed: readonly Block[],
  added: readonly Block[],
): [number, number][] => {
  const [rows, columns] = [removed.length, added.length];
  const width = columns + 1;
  const similarities = new Float64Array(rows * columns);
  const best = new Float64Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const similarity = similarityOf(cache, removed[i]!, added[j]!);
      similarities[i * columns + j] = similarity;
      const paired = similarity >= MIN_SIMILARITY ? similarity + best[(i + 1) * width + j + 1]! : 0;
      best[i * width + j] = Math.max(paired, best[(i + 1) * width + j]!, best[i * width + j + 1]!);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    const similarity = similarities[i * columns + j]!;
    const here = best[i * width + j]!;
    if (similarity >= MIN_SIMILARITY && here === similarity + best[(i + 1) * width + j + 1]!)
      pairs.push([i++, j++]);
    else if (here === best[(i + 1) * width + j]!) i++;
    else j++;
  }
  return pairs;
};

/** The similarity of two blocks from 0 to 1; an equal type adds a little, an equal title nearly all. */
const similarityOf = (cache: ComparisonCache, one: Block, other: Block): number => {
  const a = cache.wordsOf(one);
  const b = cache.wordsOf(other);
  let shared = 0;
  let total = 0;
  for (const [word, count] of a) {
    shared += Math.min(count, b.get(word) ?? 0);
    total += count;
  }
  for (const count of b.values()) total += count;
  cache.effort.steps += a.size + b.size + 1;
  const words = total === 0 ? 0 : (2 * shared) / total;
  if (one.type !== other.type) return words * 0.9;
  const title = one.data?.title;
  if (typeof title === 'string' && title !== '' && title === other.data?.title) return 0.9 + words * 0.1;
  return 0.1 + words * 0.9;
};
