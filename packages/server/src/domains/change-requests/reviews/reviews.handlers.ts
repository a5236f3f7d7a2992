import type { Static } from 'typebox';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import { toComment } from '../../comments/index.ts';
import { toUser } from '../../identity/index.ts';
import type { ChangeRequestRow } from '../change-requests.store.ts';
import type { RequestedReviewer, Review, reviewsContract } from './reviews.contract.ts';
import type { ReviewsService, ReviewWithComment } from './reviews.service.ts';
import type { ReviewerRow } from './reviews.store.ts';

/** A review as the API shows it. */
export const toReview = (
  links: Links,
  request: ChangeRequestRow,
  { row, comment }: ReviewWithComment,
): Static<typeof Review> => {
  const place = `/spaces/${request.space_id}/change-requests/${request.id}`;
  return {
    object: 'change-request-review',
    id: row.id,
    revision: row.revision_id,
    reviewer: toUser(links, row.reviewer),
    ...(row.requester && { requestedBy: toUser(links, row.requester) }),
    status: row.status,
    outdated: row.outdated,
    ...(comment && { comment: toComment(links, comment) }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    urls: { location: links.apiUrl(`${place}/reviews/${row.id}`) },
  };
};

const toReviewer = (links: Links, row: ReviewerRow): Static<typeof RequestedReviewer> => ({
  object: 'change-request-requested-reviewer',
  kind: 'user',
  user: toUser(links, row.user),
  revision: row.revision_id,
  requestedBy: toUser(links, row.requester),
  createdAt: row.created_at.toISOString(),
});

/** Handlers of reviews. */
export const reviewsHandlers = (reviews: ReviewsService, links: Links): Handlers<typeof reviewsContract> => ({
  getReviewsByChangeRequestId: async ({ caller, subject, query, page }) =>
    listOf(
      page,
      await reviews.list(caller, subject, query, page),
      ({ row }) => [row.id],
      (review) => toReview(links, subject, review),
    ),
  submitChangeRequestReview: async ({ caller, subject, body }) =>
    toReview(links, subject, await reviews.submit(caller, subject, body)),
  getChangeRequestReviewById: async ({ caller, subject, params, query }) =>
    toReview(links, subject, await reviews.get(caller, subject, params.reviewId, query.format)),
  getRequestedReviewersByChangeRequestId: async ({ subject, page }) =>
    listOf(
      page,
      await reviews.listRequested(subject, page),
      (row) => [row.user_id],
      (row) => toReviewer(links, row),
    ),
  requestReviewersForChangeRequest: async ({ caller, subject, body }) => ({
    users: (await reviews.request(caller, subject, body)).map((row) => toReviewer(links, row)),
  }),
  removeRequestedReviewerFromChangeRequest: async ({ caller, subject, params }) => {
    await reviews.withdraw(caller, subject, params.userId);
    return undefined;
  },
});
