import type { Segment } from '../segment.ts';

/** The vectors of the sections of a segment. */
export interface SegmentVectors {
  readonly dimensions: number;
  /** One after another; zeros for sections without one. */
  readonly vectors: Int8Array;
}

/** The number of the first section of a page among those of its segment. */
export const firstSectionOf = ({ firstFields }: Pick<Segment, 'firstFields'>, page: number): number =>
  firstFields[page]! / 2 - page;
