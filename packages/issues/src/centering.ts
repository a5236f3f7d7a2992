import { normalize, type Part } from './embedding.ts';

/** What the issues of an organization have in common: how many there were, and the sum of their vectors. */
export interface Frame {
  readonly count: number;
  readonly sum: Float32Array;
}

/** The kind of vectors that a frame is about: one of an Embedding, or of a model elsewhere. */
export interface VectorKind {
  readonly parts: readonly Part[];
  readonly usual: Float32Array;
}

// As much as so many issues is what is known of texts in general.
const USUAL_COUNTS_FOR = 20;
// Below so many, the direction in which most of them differ is one of their subjects.
const ENOUGH_FOR_A_DIRECTION = 150;
const ROUNDS = 25;

/** The sum of some vectors of bytes, each part of which has the length 1. */
export const sumOf = (vectors: Iterable<Int8Array>, dimensions: number): Float32Array => {
  const sum = new Float32Array(dimensions);
  for (const vector of vectors) for (let d = 0; d < dimensions; d++) sum[d]! += vector[d]! / 127;
  return sum;
};

/** The middle of an organization's issues, which begins at that of all texts. */
export const middleOf = ({ count, sum }: Frame, { usual }: VectorKind): Float32Array =>
  sum.map((value, d) => (value + USUAL_COUNTS_FOR * usual[d]!) / (count + USUAL_COUNTS_FOR));

const isNothing = (vector: Float32Array, { from, to }: Part): boolean => {
  for (let d = from; d < to; d++) if (vector[d] !== 0) return false;
  return true;
};

/** The direction in which most vectors differ, by power iteration. */
const mainDirection = (vectors: readonly Float32Array[], { from, to }: Part): Float32Array => {
  let direction = new Float32Array(to - from).map((_, d) => 1 + (d % 7) / 7);
  normalize(direction);
  for (let round = 0; round < ROUNDS; round++) {
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

const without = (vector: Float32Array, { from, to }: Part, direction: Float32Array): void => {
  let along = 0;
  for (let d = from; d < to; d++) along += vector[d]! * direction[d - from]!;
  for (let d = from; d < to; d++) vector[d]! -= along * direction[d - from]!;
};

/** Vectors seen from the middle: what all issues have in common does not make any two of them alike. */
export const seenFrom = (
  middle: Float32Array,
  kind: VectorKind,
  vectors: readonly (Int8Array | Float32Array)[],
): Float32Array[] => {
  const seen = vectors.map((bytes) => {
    const vector = Float32Array.from(bytes);
    for (const part of kind.parts) {
      if (isNothing(vector, part)) continue;
      normalize(vector, part.from, part.to);
      for (let d = part.from; d < part.to; d++) vector[d]! -= middle[d]!;
    }
    return vector;
  });
  for (const part of kind.parts) {
    if (seen.length >= ENOUGH_FOR_A_DIRECTION) {
      const direction = mainDirection(seen, part);
      for (const vector of seen) without(vector, part, direction);
    }
    for (const vector of seen) normalize(vector, part.from, part.to, Math.sqrt(part.weight));
  }
  // A text that only one part knows is compared by that one alone.
  for (const vector of seen) normalize(vector);
  return seen;
};
