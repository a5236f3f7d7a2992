import type { Review } from './latest-reviews.ts';

const WORDS: Readonly<Record<Review['status'], readonly [now: string, before: string]>> = {
  approved: ['approved', 'approved an earlier version'],
  'changes-requested': ['requested changes', 'requested changes in an earlier version'],
};

/** The verdict of a review in words, to follow the name of the reviewer. */
export const verdictInWords = ({ status, outdated }: Pick<Review, 'status' | 'outdated'>): string =>
  WORDS[status][outdated ? 1 : 0];
