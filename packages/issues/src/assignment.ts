import { type Frame, middleOf, seenFrom, type VectorKind } from './centering.ts';
import { alikeness } from './clustering.ts';

/** A cluster as far as new issues are compared with it. */
export interface Gathered {
  readonly count: number;
  /** The sum of the vectors of its issues. */
  readonly sum: Float32Array;
}

// Stricter than what makes a cluster in the end: two that belong together are joined later, and none is taken apart in vain.
const ALIKE_AT_ONCE = 0.55;

/** To which cluster each new issue belongs at once: the number of one that was there, or of one that begins with it, counted on. */
export const assignedTo = (
  kind: VectorKind,
  frame: Frame,
  clusters: readonly Gathered[],
  vectors: readonly Int8Array[],
): number[] => {
  const middle = middleOf(frame, kind);
  const centres = clusters.flatMap(({ sum }) => seenFrom(middle, kind, [sum]));
  return vectors.flatMap((bytes) =>
    seenFrom(middle, kind, [bytes]).map((vector) => {
      let nearest = -1;
      let best = ALIKE_AT_ONCE;
      centres.forEach((centre, c) => {
        const alike = alikeness(vector, centre);
        if (alike >= best) [best, nearest] = [alike, c];
      });
      return nearest === -1 ? centres.push(vector) - 1 : nearest;
    }),
  );
};
