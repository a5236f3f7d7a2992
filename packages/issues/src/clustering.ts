import { centerVectors, meanOf, sumVectors, type VectorSpace } from './centering.ts';
import { normalize } from './embedding.ts';
import { averageLinkage } from './linkage.ts';

// The minimum average similarity within a cluster.
const MIN_SIMILARITY = 0.45;
// The number of neighbours that smooth a vector, and their weight.
const NEIGHBOURS = 10;
const NEIGHBOUR_WEIGHT = 0.6;
const MIN_NEIGHBOUR_SIMILARITY = 0.3;
// Identical texts add nothing.
const IDENTICAL = 0.999;
// A similarity matrix of this size takes 64 MB; of more vectors, a sample is clustered and the others are assigned.
const MAX_COMPARED = 4000;

/** The cosine similarity of two normalized vectors. */
export const similarity = (a: Float32Array, b: Float32Array): number => {
  const length = a.length;
  // Four sums, which a processor computes in parallel.
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

/** Vectors in contiguous memory, since comparing one with all others is most of the work. */
const packed = (vectors: readonly Float32Array[]): Float32Array => {
  const dimensions = vectors[0]?.length ?? 0;
  const all = new Float32Array(vectors.length * dimensions);
  vectors.forEach((vector, i) => {
    all.set(vector, i * dimensions);
  });
  return all;
};

/** The similarities of a vector to the first `count` vectors; four at a time, so that it is read once for them. */
const similaritiesTo = (vector: Float32Array, all: Float32Array, count: number): Float32Array => {
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
  for (; j < count; j++) row[j] = similarity(vector, all.subarray(j * length, (j + 1) * length));
  return row;
};

/** The similarity matrix of vectors. */
const similarityMatrix = (vectors: readonly Float32Array[]): Float32Array[] => {
  const all = packed(vectors);
  const rows = vectors.map(() => new Float32Array(vectors.length));
  vectors.forEach((vector, i) => {
    rows[i]!.set(similaritiesTo(vector, all, i));
    for (let j = 0; j < i; j++) rows[j]![i] = rows[i]![j]!;
  });
  return rows;
};

/** The indexes of the largest similarities, largest first. */
const largestIn = (row: Float32Array, count: number, except: number): number[] => {
  const places: number[] = [];
  let least = MIN_NEIGHBOUR_SIMILARITY;
  for (let j = 0; j < row.length; j++) {
    const value = row[j]!;
    if (value <= least || value > IDENTICAL || j === except) continue;
    let at = places.length;
    while (at > 0 && row[places[at - 1]!]! < value) at--;
    places.splice(at, 0, j);
    if (places.length > count) places.pop();
    if (places.length === count) least = row[places[count - 1]!]!;
  }
  return places;
};

/** A vector averaged with its neighbours, since short texts contain little information. */
const smoothed = (
  vector: Float32Array,
  all: readonly Float32Array[],
  similarities: Float32Array,
  except: number,
): Float32Array => {
  const count = Math.min(NEIGHBOURS, Math.floor(Math.sqrt(all.length) / 2));
  const nearest = count === 0 ? [] : largestIn(similarities, count, except);
  const total = nearest.reduce((sum, j) => sum + similarities[j]!, 0);
  const result = vector.map((value) => value * (1 - NEIGHBOUR_WEIGHT));
  for (const j of nearest) {
    const share = (NEIGHBOUR_WEIGHT * similarities[j]!) / total;
    const other = all[j]!;
    for (let d = 0; d < result.length; d++) result[d]! += share * other[d]!;
  }
  normalize(result);
  return result;
};

/** The centroid of each group, by its number. */
const centroidsOf = (vectors: readonly Float32Array[], groups: Int32Array): Map<number, Float32Array> => {
  const centroids = new Map<number, Float32Array>();
  vectors.forEach((vector, i) => {
    const centroid = centroids.get(groups[i]!);
    if (centroid) for (let d = 0; d < vector.length; d++) centroid[d]! += vector[d]!;
    else centroids.set(groups[i]!, Float32Array.from(vector));
  });
  for (const centroid of centroids.values()) normalize(centroid);
  return centroids;
};

/** Clusters vectors; each group is identified by the index of one of its members. */
const groupVectors = (
  vectors: readonly Float32Array[],
  minSimilarity: number,
  maxCompared: number,
): Int32Array => {
  const count = Math.min(vectors.length, maxCompared);
  const step = vectors.length / count;
  const chosen = Array.from({ length: count }, (_, i) => Math.floor(i * step));
  const sample = chosen.map((i) => vectors[i]!);
  const rows = similarityMatrix(sample);
  const near = sample.map((vector, i) => smoothed(vector, sample, rows[i]!, i));
  const roots = averageLinkage(similarityMatrix(near), minSimilarity);
  if (count === vectors.length) return roots;

  const groups = new Int32Array(vectors.length).fill(-1);
  chosen.forEach((i, at) => {
    groups[i] = chosen[roots[at]!]!;
  });
  const centroids = centroidsOf(near, roots);
  const all = packed(sample);
  const others = vectors.flatMap((_, i) => (groups[i] === -1 ? [i] : []));
  const unassigned = others.filter((i) => {
    const vector = smoothed(vectors[i]!, sample, similaritiesTo(vectors[i]!, all, count), -1);
    let best = minSimilarity;
    for (const [root, centroid] of centroids) {
      const value = similarity(vector, centroid);
      if (value >= best) {
        best = value;
        groups[i] = chosen[root]!;
      }
    }
    return groups[i] === -1;
  });
  const groupsAmong = groupVectors(
    unassigned.map((i) => vectors[i]!),
    minSimilarity,
    maxCompared,
  );
  unassigned.forEach((i, at) => {
    groups[i] = unassigned[groupsAmong[at]!]!;
  });
  return groups;
};

/** Clusters vectors: the number of the cluster of each, from 0 in the order of their first members. */
export const clusterVectors = (
  space: VectorSpace,
  vectors: readonly Int8Array[],
  { minSimilarity = MIN_SIMILARITY, maxCompared = MAX_COMPARED } = {},
): Int32Array => {
  if (vectors.length === 0) return new Int32Array();
  const stats = { count: vectors.length, sum: sumVectors(vectors, vectors[0]!.length) };
  const centered = centerVectors(meanOf(stats, space), space, vectors);
  const numbers = new Map<number, number>();
  return groupVectors(centered, minSimilarity, maxCompared).map((group) => {
    const number = numbers.get(group) ?? numbers.size;
    numbers.set(group, number);
    return number;
  });
};
