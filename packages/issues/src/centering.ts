import { normalize, type Part } from './embedding.ts';

/** The number of issues of an organization, and the sum of their vectors. */
export interface CorpusStats {
  readonly count: number;
  readonly sum: Float32Array;
}

/** The parts of the vectors of an embedding, and the mean of texts in general. */
export interface VectorSpace {
  readonly parts: readonly Part[];
  readonly defaultMean: Float32Array;
}

// The default mean counts as much as this many issues.
const DEFAULT_MEAN_WEIGHT = 20;
// With fewer vectors the first principal component is one of their topics.
const MIN_VECTORS_FOR_DIRECTION = 150;
const ITERATIONS = 25;

/** The sum of byte vectors whose parts have length 1. */
export const sumVectors = (vectors: Iterable<Int8Array>, dimensions: number): Float32Array => {
  const sum = new Float32Array(dimensions);
  for (const vector of vectors) for (let d = 0; d < dimensions; d++) sum[d]! += vector[d]! / 127;
  return sum;
};

/** The mean of the issues of an organization, smoothed with the default mean. */
export const meanOf = ({ count, sum }: CorpusStats, { defaultMean }: VectorSpace): Float32Array =>
  sum.map((value, d) => (value + DEFAULT_MEAN_WEIGHT * defaultMean[d]!) / (count + DEFAULT_MEAN_WEIGHT));

const isZero = (vector: Float32Array, { from, to }: Part): boolean => {
  for (let d = from; d < to; d++) if (vector[d] !== 0) return false;
  return true;
};

/** The first principal component, by power iteration. */
const principalComponent = (vectors: readonly Float32Array[], { from, to }: Part): Float32Array => {
  let direction = new Float32Array(to - from).map((_, d) => 1 + (d % 7) / 7);
  normalize(direction);
  for (let round = 0; round < ITERATIONS; round++) {
    const next = new Float32Array(to - from);
    for (const vector of vectors) {
      let along = 0;
      for (let d = from; d < to; d++) along += vector[d]! * direction[d - from]!;
      for (let d = from; d < to; d++) next[d - from]! += along * vector[d]!;
    }
    normalize(next);
    direction = next;
  }
  return direction;
};

const removeDirection = (vector: Float32Array, { from, to }: Part, direction: Float32Array): void => {
  let along = 0;
  for (let d = from; d < to; d++) along += vector[d]! * direction[d - from]!;
  for (let d = from; d < to; d++) vector[d]! -= along * direction[d - from]!;
};

/** Subtracts the mean and the first principal component: common features must not make issues similar. */
export const centerVectors = (
  mean: Float32Array,
  space: VectorSpace,
  vectors: readonly (Int8Array | Float32Array)[],
): Float32Array[] => {
  const centered = vectors.map((bytes) => {
    const vector = Float32Array.from(bytes);
    for (const part of space.parts) {
      if (isZero(vector, part)) continue;
      normalize(vector, part.from, part.to);
      for (let d = part.from; d < part.to; d++) vector[d]! -= mean[d]!;
    }
    return vector;
  });
  for (const part of space.parts) {
    if (centered.length >= MIN_VECTORS_FOR_DIRECTION) {
      const direction = principalComponent(centered, part);
      for (const vector of centered) removeDirection(vector, part, direction);
    }
    for (const vector of centered) normalize(vector, part.from, part.to, Math.sqrt(part.weight));
  }
  // A text with a zero part is compared by the other part alone.
  for (const vector of centered) normalize(vector);
  return centered;
};
