import { middleOf, seenFrom, sumOf, type VectorKind } from './centering.ts';
import { normalize } from './embedding.ts';
import { linked } from './linkage.ts';

// How alike the issues of a cluster are on average, at least.
const ALIKE = 0.45;
// So many neighbours say what an issue means, with so much of a say.
const NEIGHBOURS = 10;
const NEIGHBOURS_SHARE = 0.6;
// Who is less alike is no neighbour, though nobody be nearer.
const NEAR = 0.3;
// Who says the very same adds nothing to it.
const THE_SAME = 0.999;
// A table of all pairs of so many takes 64 MB; of more, a part finds the clusters, and the others join them.
const MOST_PAIRED = 4000;

/** How alike two vectors are. */
export const alikeness = (a: Float32Array, b: Float32Array): number => {
  const length = a.length;
  // Four sums, which a processor works on at once.
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  let d = 0;
  for (; d + 3 < length; d += 4) {
    s0 += a[d]! * b[d]!;
    s1 += a[d + 1]! * b[d + 1]!;
    s2 += a[d + 2]! * b[d + 2]!;
    s3 += a[d + 3]! * b[d + 3]!;
  }
  for (; d < length; d++) s0 += a[d]! * b[d]!;
  return s0 + s1 + s2 + s3;
};

/** Vectors one after the other in memory: comparing one with all of them is most of the work. */
const packed = (vectors: readonly Float32Array[]): Float32Array => {
  const dimensions = vectors[0]?.length ?? 0;
  const all = new Float32Array(vectors.length * dimensions);
  vectors.forEach((vector, i) => {
    all.set(vector, i * dimensions);
  });
  return all;
};

/** How alike a vector is to each of the first of some; four at once, so that it is read once for them. */
const rowOf = (vector: Float32Array, all: Float32Array, count: number): Float32Array => {
  const row = new Float32Array(count);
  const length = vector.length;
  let j = 0;
  for (; j + 3 < count; j += 4) {
    const [b0, b1, b2, b3] = [j * length, (j + 1) * length, (j + 2) * length, (j + 3) * length];
    let [s0, s1, s2, s3] = [0, 0, 0, 0];
    for (let d = 0; d < length; d++) {
      const value = vector[d]!;
      s0 += value * all[b0 + d]!;
      s1 += value * all[b1 + d]!;
      s2 += value * all[b2 + d]!;
      s3 += value * all[b3 + d]!;
    }
    row[j] = s0;
    row[j + 1] = s1;
    row[j + 2] = s2;
    row[j + 3] = s3;
  }
  for (; j < count; j++) row[j] = alikeness(vector, all.subarray(j * length, (j + 1) * length));
  return row;
};

/** How alike each two of some vectors are, a row for each. */
const pairsOf = (vectors: readonly Float32Array[]): Float32Array[] => {
  const all = packed(vectors);
  const rows = vectors.map(() => new Float32Array(vectors.length));
  vectors.forEach((vector, i) => {
    rows[i]!.set(rowOf(vector, all, i));
    for (let j = 0; j < i; j++) rows[j]![i] = rows[i]![j]!;
  });
  return rows;
};

/** The places of the largest values of near ones, largest first. */
const largestIn = (row: Float32Array, count: number, except: number): number[] => {
  const places: number[] = [];
  let least = NEAR;
  for (let j = 0; j < row.length; j++) {
    const value = row[j]!;
    if (value <= least || value > THE_SAME || j === except) continue;
    let at = places.length;
    while (at > 0 && row[places[at - 1]!]! < value) at--;
    places.splice(at, 0, j);
    if (places.length > count) places.pop();
    if (places.length === count) least = row[places[count - 1]!]!;
  }
  return places;
};

/** A vector moved towards its neighbours: short texts say little, and their neighbours the same in other words. */
const drawn = (
  vector: Float32Array,
  all: readonly Float32Array[],
  alike: Float32Array,
  except: number,
): Float32Array => {
  const count = Math.min(NEIGHBOURS, Math.floor(Math.sqrt(all.length) / 2));
  const nearest = count === 0 ? [] : largestIn(alike, count, except);
  const total = nearest.reduce((sum, j) => sum + alike[j]!, 0);
  const result = vector.map((value) => value * (1 - NEIGHBOURS_SHARE));
  for (const j of nearest) {
    const share = (NEIGHBOURS_SHARE * alike[j]!) / total;
    const other = all[j]!;
    for (let d = 0; d < result.length; d++) result[d]! += share * other[d]!;
  }
  normalize(result);
  return result;
};

/** The centre of each group, by its number. */
const centresOf = (vectors: readonly Float32Array[], groups: Int32Array): Map<number, Float32Array> => {
  const centres = new Map<number, Float32Array>();
  vectors.forEach((vector, i) => {
    const centre = centres.get(groups[i]!);
    if (centre) for (let d = 0; d < vector.length; d++) centre[d]! += vector[d]!;
    else centres.set(groups[i]!, Float32Array.from(vector));
  });
  for (const centre of centres.values()) normalize(centre);
  return centres;
};

/** Groups of some vectors; each is named by one of its members. */
const groupsOf = (seen: readonly Float32Array[], alike: number, mostPaired: number): Int32Array => {
  const count = Math.min(seen.length, mostPaired);
  const step = seen.length / count;
  const chosen = Array.from({ length: count }, (_, i) => Math.floor(i * step));
  const some = chosen.map((i) => seen[i]!);
  const rows = pairsOf(some);
  const near = some.map((vector, i) => drawn(vector, some, rows[i]!, i));
  const roots = linked(pairsOf(near), alike);
  if (count === seen.length) return roots;

  const groups = new Int32Array(seen.length).fill(-1);
  chosen.forEach((i, at) => {
    groups[i] = chosen[roots[at]!]!;
  });
  const centres = centresOf(near, roots);
  const all = packed(some);
  const others = seen.flatMap((_, i) => (groups[i] === -1 ? [i] : []));
  const strangers = others.filter((i) => {
    const vector = drawn(seen[i]!, some, rowOf(seen[i]!, all, count), -1);
    let best = alike;
    for (const [root, centre] of centres) {
      const value = alikeness(vector, centre);
      if (value >= best) {
        best = value;
        groups[i] = chosen[root]!;
      }
    }
    return groups[i] === -1;
  });
  const among = groupsOf(
    strangers.map((i) => seen[i]!),
    alike,
    mostPaired,
  );
  strangers.forEach((i, at) => {
    groups[i] = strangers[among[at]!]!;
  });
  return groups;
};

/** Which vectors belong together: for each the number of its group, counted from 0 in the order of their first members. */
export const clustersOf = (
  kind: VectorKind,
  vectors: readonly Int8Array[],
  { alike = ALIKE, mostPaired = MOST_PAIRED } = {},
): Int32Array => {
  if (vectors.length === 0) return new Int32Array();
  const frame = { count: vectors.length, sum: sumOf(vectors, vectors[0]!.length) };
  const seen = seenFrom(middleOf(frame, kind), kind, vectors);
  const numbers = new Map<number, number>();
  return groupsOf(seen, alike, mostPaired).map((group) => {
    const number = numbers.get(group) ?? numbers.size;
    numbers.set(group, number);
    return number;
  });
};
