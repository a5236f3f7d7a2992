import type { ItemOf } from '../api/operations.ts';
import type { Verdicts } from './merge-rules.ts';

/** A review of a change request. */
export type Review = ItemOf<'/spaces/{spaceId}/change-requests/{changeRequestId}/reviews'>;

/** The latest review of each reviewer, from a list with the newest first. */
export const latestReviews = <Each extends { readonly reviewer: { readonly id: string } }>(
  reviews: readonly Each[],
): ReadonlyMap<string, Each> => {
  const latest = new Map<string, Each>();
  for (const review of reviews) if (!latest.has(review.reviewer.id)) latest.set(review.reviewer.id, review);
  return latest;
};

/** The latest verdict of each reviewer: it holds until they review again, also for later versions. */
export const verdictsOf = (
  reviews: readonly (Pick<Review, 'status'> & { readonly reviewer: { readonly id: string } })[],
): Verdicts => {
  const latest = [...latestReviews(reviews).values()];
  const by = (status: Review['status']) =>
    latest.filter((review) => review.status === status).map(({ reviewer }) => reviewer.id);
  return { approved: by('approved'), objecting: by('changes-requested') };
};
