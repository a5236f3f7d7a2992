import { parseMarkdown } from '@lectern/document';
import type { Static } from 'typebox';
import type { RichText } from '../../../kernel/contract/documents.ts';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import { toUser } from '../../identity/index.ts';
import type { ChangeRequestRow } from '../change-requests.store.ts';
import type { RequestedReviewer, Review, reviewsContract } from './reviews.contract.ts';
import type { ReviewsService } from './reviews.service.ts';
import type { ReviewerRow, ReviewRow } from './reviews.store.ts';

type Format = 'document' | 'markdown' | undefined;

const bodyOf = (markdown: string, format: Format) =>
  format === 'document' ? { document: parseMarkdown(markdown) as unknown as RichText } : { markdown };

/** A review as the API shows it. */
export const toReview = (
  links: Links,
  request: ChangeRequestRow,
  row: ReviewRow,
  format?: Format,
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
    ...(row.comment_id !== null && {
      comment: {
        object: 'comment' as const,
        id: row.comment_id,
        postedBy: toUser(links, row.reviewer),
        postedAt: row.created_at.toISOString(),
        reactions: [],
        replies: 0,
        repliers: [],
        body: bodyOf(row.comment ?? '', format),
        target: {
          changeRequest: request.id,
          review: row.id,
          space: request.space_id,
          revision: row.revision_id,
        },
        urls: { location: links.location(`${place}/comments/${row.comment_id}`) },
        permissions: { view: true, edit: false, reply: false, delete: false },
        status: 'open' as const,
      },
    }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    urls: { location: links.location(`${place}/reviews/${row.id}`) },
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

/** Operation to service to answer. */
export const reviewsHandlers = (reviews: ReviewsService, links: Links): Handlers<typeof reviewsContract> => ({
  getReviewsByChangeRequestId: async ({ subject, query, page }) =>
    listOf(
      page,
      await reviews.list(subject, query.outdated, page),
      (row) => [row.id],
      (row) => toReview(links, subject, row, query.format),
    ),
  submitChangeRequestReview: async ({ caller, subject, body }) =>
    toReview(links, subject, await reviews.submit(caller, subject, body)),
  getChangeRequestReviewById: async ({ subject, params, query }) =>
    toReview(links, subject, await reviews.get(subject, params.reviewId), query.format),
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
