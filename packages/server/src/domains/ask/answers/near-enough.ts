import type { Passage } from '../../search/index.ts';

const MIN_COVERAGE = 0.5;

/** Whether a passage is about the question at all. */
export const isNear = ({ coverage }: Pick<Passage, 'coverage'>): boolean => coverage >= MIN_COVERAGE;
