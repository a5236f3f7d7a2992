import type { LiveSegment } from '../rank.ts';
import type { Segment } from '../segment.ts';
import { firstSectionOf, type SegmentVectors } from './segment-vectors.ts';

/** A section that is similar to a question. */
export interface VectorHit {
  readonly segment: Segment;
  readonly page: number;
  readonly section: number;
  readonly similarity: number;
}

// Vectors have one byte for each dimension.
const LENGTH = 127 * 127;

const dot = (vectors: Int8Array, from: number, vector: Int8Array): number => {
  let sum = 0;
  for (let d = 0; d < vector.length; d++) sum += vectors[from + d]! * vector[d]!;
  return sum / LENGTH;
};

/** The similarity of a section to a question. */
export const similarityOf = (
  { segment, page, section }: Omit<VectorHit, 'similarity'>,
  { dimensions, vectors }: SegmentVectors,
  vector: Int8Array,
): number => dot(vectors, (firstSectionOf(segment, page) + section) * dimensions, vector);

/** The sections that are most similar to a question, by a scan of all vectors. */
export const rankByVectors = (
  segments: readonly (LiveSegment & { readonly vectors: SegmentVectors })[],
  vector: Int8Array,
  limit: number,
): VectorHit[] => {
  const best: VectorHit[] = [];
  let least = 0;
  for (const { segment, live, vectors } of segments)
    for (let page = 0; page < segment.pageIds.length; page++) {
      if (live !== undefined && live[page] === 0) continue;
      const first = firstSectionOf(segment, page);
      const end = firstSectionOf(segment, page + 1);
      for (let at = first; at < end; at++) {
        const similarity = dot(vectors.vectors, at * vectors.dimensions, vector);
        if (similarity <= least) continue;
        best.push({ segment, page, section: at - first, similarity });
        if (best.length < limit * 2) continue;
        best.sort((a, b) => b.similarity - a.similarity);
        best.length = limit;
        least = best[limit - 1]!.similarity;
      }
    }
  return best.sort((a, b) => b.similarity - a.similarity).slice(0, limit);
};
