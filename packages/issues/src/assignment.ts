import { type CorpusStats, centerVectors, meanOf, type VectorSpace } from './centering.ts';
import { similarity } from './clustering.ts';

/** The centroid of a cluster, as a sum. */
export interface Centroid {
  readonly count: number;
  /** The sum of the vectors of its issues. */
  readonly sum: Float32Array;
}

// Stricter than the final clustering, which can merge two clusters but rarely splits one.
const MIN_ASSIGN_SIMILARITY = 0.55;

/** The index of the cluster of each new issue: an existing one, or a new one after those. */
export const assignToClusters = (
  space: VectorSpace,
  stats: CorpusStats,
  clusters: readonly Centroid[],
  vectors: readonly Int8Array[],
): number[] => {
  const mean = meanOf(stats, space);
  const centroids = clusters.flatMap(({ sum }) => centerVectors(mean, space, [sum]));
  return vectors.flatMap((bytes) =>
    centerVectors(mean, space, [bytes]).map((vector) => {
      let nearest = -1;
      let best = MIN_ASSIGN_SIMILARITY;
      centroids.forEach((centroid, c) => {
        const value = similarity(vector, centroid);
        if (value >= best) [best, nearest] = [value, c];
      });
      return nearest === -1 ? centroids.push(vector) - 1 : nearest;
    }),
  );
};
