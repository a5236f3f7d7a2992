import type { Block } from '../document.ts';
import { type ComparisonCache, createComparisonCache } from './comparison.ts';
import { matchSequences } from './sequence.ts';

/** The counterparts of blocks in another sequence, the insertions between them, and the moves. */
export interface Alignment {
  /** The index of each block's equal or edited counterpart in its place, or -1 if it was removed or moved. */
  readonly counterparts: readonly number[];
  /** Indexes of new and moved blocks, by the index of the following block in the first sequence. */
  readonly insertions: ReadonlyMap<number, readonly number[]>;
  /** The index of each moved block, equal or edited, in the second sequence. */
  readonly moves: ReadonlyMap<number, number>;
}

// Above this number, removed and added blocks are not compared pairwise.
const MAX_PAIRS = 2_500;
const MIN_SIMILARITY = 0.4;
// Moves are compared across the whole sequence, and need more evidence than edits in place.
const MAX_MOVE_PAIRS = 10_000;
const MIN_MOVE_SIMILARITY = 0.5;

/**
 * Aligns two sequences of blocks: equal blocks first, then similar ones as edits or moves of each other. Dissimilar blocks whose
 * counterpart is uncertain, such as two rewritten paragraphs in a row, are paired in order only by a guess.
 */
export const alignBlocks = (
  cache: ComparisonCache,
  first: readonly Block[],
  second: readonly Block[],
  { guess }: { readonly guess: boolean },
): Alignment => {
  const [a, b] = [first.map(cache.numberOf), second.map(cache.numberOf)];
  const counterparts = new Array<number>(first.length).fill(-1);
  for (const [i, j] of matchSequences(a, b, cache.effort)) counterparts[i] = j;
  const moves = equalMoves(a, b, counterparts);
  for (const { rows, columns } of gapsOf(counterparts, moves, second.length)) {
    if (rows.length * columns.length > MAX_PAIRS) continue;
    const [removed, added] = [rows.map((at) => first[at]!), columns.map((at) => second[at]!)];
    for (const [i, j] of similarPairs(cache, removed, added)) counterparts[rows[i]!] = columns[j]!;
  }
  for (const [i, j] of editedMoves(cache, first, second, counterparts, moves)) moves.set(i, j);
  for (const { rows, columns } of gapsOf(counterparts, moves, second.length)) {
    // Equal numbers of removed and added blocks of the same types are edits of each other.
    if (rows.length !== columns.length) continue;
    const types = rows.map((row) => first[row]!.type);
    if (!types.every((type, at) => type === second[columns[at]!]!.type)) continue;
    const isCertain = new Set(types).size === types.length;
    if (isCertain || guess) for (const [at, row] of rows.entries()) counterparts[row] = columns[at]!;
  }
  return { counterparts, insertions: insertionsOf(counterparts, second.length), moves };
};

/** Removed and added blocks between two neighboring counterparts. */
interface Gap {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

// A moved block is not an edit of the block now in its place.
const gapsOf = (
  counterparts: readonly number[],
  moves: ReadonlyMap<number, number>,
  length: number,
): Gap[] => {
  const targets = new Set(moves.values());
  const gaps: Gap[] = [];
  let [row, column] = [0, 0];
  for (let at = 0; at <= counterparts.length; at++) {
    const counterpart = at === counterparts.length ? length : counterparts[at]!;
    if (counterpart < 0) continue;
    if (at > row && counterpart > column) {
      gaps.push({
        rows: indexes(row, at).filter((index) => !moves.has(index)),
        columns: indexes(column, counterpart).filter((index) => !targets.has(index)),
      });
    }
    row = at + 1;
    column = counterpart + 1;
  }
  return gaps;
};

const indexes = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

/** The indexes of removed and of added blocks that are not moved. */
const unmatched = (counterparts: readonly number[], moves: ReadonlyMap<number, number>, length: number) => {
  const taken = new Set([...counterparts, ...moves.values()]);
  return {
    removed: [...counterparts.keys()].filter((at) => counterparts[at]! < 0 && !moves.has(at)),
    added: indexes(0, length).filter((at) => !taken.has(at)),
  };
};

/** Blocks that both sequences have in different places. */
const equalMoves = (
  a: readonly number[],
  b: readonly number[],
  counterparts: readonly number[],
): Map<number, number> => {
  const moves = new Map<number, number>();
  const { removed, added } = unmatched(counterparts, moves, b.length);
  const places = new Map<number, number[]>();
  for (const at of added.reverse()) {
    const known = places.get(b[at]!);
    if (known === undefined) places.set(b[at]!, [at]);
    else known.push(at);
  }
  for (const at of removed) {
    const place = places.get(a[at]!)?.pop();
    if (place !== undefined) moves.set(at, place);
  }
  return moves;
};

/** Blocks that were both moved and edited: the most similar pairs first. */
const editedMoves = (
  cache: ComparisonCache,
  first: readonly Block[],
  second: readonly Block[],
  counterparts: readonly number[],
  moves: ReadonlyMap<number, number>,
): Map<number, number> => {
  const { removed, added } = unmatched(counterparts, moves, second.length);
  const found = new Map<number, number>();
  if (removed.length * added.length > MAX_MOVE_PAIRS) return found;
  const pairs = removed
    .flatMap((i) => added.map((j) => ({ i, j, similarity: similarityOf(cache, first[i]!, second[j]!) })))
    .filter(({ similarity }) => similarity >= MIN_MOVE_SIMILARITY)
    .sort((one, other) => other.similarity - one.similarity);
  const taken = new Set<number>();
  for (const { i, j } of pairs) {
    if (found.has(i) || taken.has(j)) continue;
    found.set(i, j);
    taken.add(j);
  }
  return found;
};

/** The added blocks by the index of the block of the first sequence that they precede. */
export const insertionsOf = (counterparts: readonly number[], length: number): Map<number, number[]> => {
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

/** Compares a text with blocks, whose words are counted once: how similar they are, from 0 to 1. */
export const compareTextWithBlocks = () => {
  const cache = createComparisonCache();
  return (text: string): ((block: Block) => number) => {
    const leaf = { object: 'leaf', text, marks: [] } as const;
    const paragraph: Block = {
      object: 'block',
      type: 'paragraph',
      isVoid: false,
      data: {},
      nodes: [{ object: 'text', leaves: [leaf] }],
    };
    return (block) => similarityOf(cache, paragraph, block);
  };
};

/** The similarity of two blocks from 0 to 1; an equal type adds a little, an equal title nearly all. */
export const similarityOf = (cache: ComparisonCache, one: Block, other: Block): number => {
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
