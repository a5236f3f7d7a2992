/** Counts the work of a comparison, so that tests can bound it without a clock. */
export interface Effort {
  steps: number;
}

/** A pair of positions, in the first and in the second sequence, that hold the same. */
export type Match = readonly [number, number];

interface Range {
  readonly from: number;
  readonly to: number;
}

// Above this number of differences the sequences are first split at anchors, which is approximate but bounded.
const MAX_DIFFERENCES = 256;
const MAX_DEPTH = 6;

/**
 * The longest common subsequence of two sequences of numbers, as ascending pairs; an approximation if the sequences differ
 * too much.
 *
 * Not a library, because the run time of a merge must be bounded: known three-way merge packages compare every pair of equal
 * elements, which is quadratic for repetitive texts.
 */
export const matchSequences = (
  first: readonly number[],
  second: readonly number[],
  effort: Effort = { steps: 0 },
): Match[] => {
  const matches: Match[] = [];
  matchRange(
    first,
    second,
    { from: 0, to: first.length },
    { from: 0, to: second.length },
    0,
    effort,
    matches,
  );
  return matches;
};

const matchRange = (
  first: readonly number[],
  second: readonly number[],
  inFirst: Range,
  inSecond: Range,
  depth: number,
  effort: Effort,
  matches: Match[],
): void => {
  let { from: a, to: aEnd } = inFirst;
  let { from: b, to: bEnd } = inSecond;
  while (a < aEnd && b < bEnd && first[a] === second[b]) matches.push([a++, b++]);
  let tail = 0;
  while (a < aEnd && b < bEnd && first[aEnd - 1] === second[bEnd - 1]) {
    aEnd--;
    bEnd--;
    tail++;
  }
  effort.steps += a - inFirst.from + tail;
  if (a < aEnd && b < bEnd) {
    matchMiddle(first, second, { from: a, to: aEnd }, { from: b, to: bEnd }, depth, effort, matches);
  }
  for (let i = 0; i < tail; i++) matches.push([aEnd + i, bEnd + i]);
};

const matchMiddle = (
  first: readonly number[],
  second: readonly number[],
  inFirst: Range,
  inSecond: Range,
  depth: number,
  effort: Effort,
  matches: Match[],
): void => {
  // Elements without a counterpart cannot match; removing them shortens very different sequences.
  const a = positionsOfShared(first, inFirst, second, inSecond, effort);
  const b = positionsOfShared(second, inSecond, first, inFirst, effort);
  if (a.length === 0 || b.length === 0) return;
  const exact = shortestEdit(
    a.map((position) => first[position]!),
    b.map((position) => second[position]!),
    effort,
  );
  if (exact !== undefined) {
    for (const [i, j] of exact) matches.push([a[i]!, b[j]!]);
    return;
  }
  if (depth === MAX_DEPTH) return;
  const anchors = uniqueAnchors(first, a, second, b, effort);
  if (anchors.length === 0) return;
  let previous: Match = [inFirst.from, inSecond.from];
  for (const [i, j] of anchors) {
    const before: [Range, Range] = [
      { from: previous[0], to: i },
      { from: previous[1], to: j },
    ];
    matchRange(first, second, ...before, depth + 1, effort, matches);
    matches.push([i, j]);
    previous = [i + 1, j + 1];
  }
  const after: [Range, Range] = [
    { from: previous[0], to: inFirst.to },
    { from: previous[1], to: inSecond.to },
  ];
  matchRange(first, second, ...after, depth + 1, effort, matches);
};

const positionsOfShared = (
  items: readonly number[],
  range: Range,
  others: readonly number[],
  otherRange: Range,
  effort: Effort,
): number[] => {
  const known = new Set<number>();
  for (let i = otherRange.from; i < otherRange.to; i++) known.add(others[i]!);
  const positions: number[] = [];
  for (let i = range.from; i < range.to; i++) if (known.has(items[i]!)) positions.push(i);
  effort.steps += range.to - range.from;
  return positions;
};

/** Myers' greedy search for the shortest edit script; undefined when it is longer than the bound. */
const shortestEdit = (a: readonly number[], b: readonly number[], effort: Effort): Match[] | undefined => {
  const most = Math.min(a.length + b.length, MAX_DIFFERENCES);
  const furthest = new Int32Array(2 * most + 3);
  const origin = most + 1;
  const history: Int32Array[] = [];
  for (let d = 0; d <= most; d++) {
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && furthest[origin + k - 1]! < furthest[origin + k + 1]!);
      let x = down ? furthest[origin + k + 1]! : furthest[origin + k - 1]! + 1;
      const start = x;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      effort.steps += x - start + 1;
      furthest[origin + k] = x;
      if (k === a.length - b.length && x >= a.length) return walkBack(history, a.length, b.length, d, k);
    }
    // Only the range written in this round: -d to d.
    history.push(furthest.slice(origin - d, origin + d + 1));
  }
  return undefined;
};

const walkBack = (
  history: readonly Int32Array[],
  aLength: number,
  bLength: number,
  differences: number,
  diagonal: number,
): Match[] => {
  const matches: Match[] = [];
  let x = aLength;
  let y = bLength;
  let k = diagonal;
  for (let d = differences; d > 0; d--) {
    const round = history[d - 1]!;
    const at = (diagonalOf: number) => round[diagonalOf + d - 1] ?? 0;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const previous = down ? k + 1 : k - 1;
    const fromX = at(previous);
    const startX = down ? fromX : fromX + 1;
    while (x > startX) matches.push([--x, --y]);
    x = fromX;
    y = fromX - previous;
    k = previous;
  }
  while (x > 0 && y > 0) matches.push([--x, --y]);
  return matches.reverse();
};

/** Elements that occur once on both sides, in an order that both sides share. */
const uniqueAnchors = (
  first: readonly number[],
  a: readonly number[],
  second: readonly number[],
  b: readonly number[],
  effort: Effort,
): Match[] => {
  const inFirst = onlyPositions(first, a);
  const inSecond = onlyPositions(second, b);
  const pairs: Match[] = [];
  for (const position of a) {
    const item = first[position]!;
    const other = inSecond.get(item);
    if (inFirst.get(item) === position && other !== undefined && other >= 0) pairs.push([position, other]);
  }
  effort.steps += a.length + b.length;
  return longestIncreasing(pairs.map(([, j]) => j)).map((index) => pairs[index]!);
};

// -1 marks elements that occur more than once.
const onlyPositions = (items: readonly number[], positions: readonly number[]): Map<number, number> => {
  const found = new Map<number, number>();
  for (const position of positions) {
    const item = items[position]!;
    found.set(item, found.has(item) ? -1 : position);
  }
  return found;
};

/** The positions of a longest increasing subsequence of different numbers. */
export const longestIncreasing = (numbers: readonly number[]): number[] => {
  const ends: number[] = [];
  const before = new Int32Array(numbers.length).fill(-1);
  for (const [position, number] of numbers.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[ends[middle]!]! < number) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[position] = ends[low - 1]!;
    ends[low] = position;
  }
  const positions: number[] = [];
  for (let position = ends.at(-1) ?? -1; position >= 0; position = before[position]!)
    positions.push(position);
  return positions.reverse();
};
