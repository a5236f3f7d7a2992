import type { Static } from 'typebox';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { RichText } from '../../../kernel/contract/document-schemas.ts';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { Body, CommentDetails, CommentsService } from '../../comments/index.ts';
import { type ChangeRequestSubject, canBeRequestedAsReviewer } from '../change-requests.policy.ts';
import type { ChangeRequestsService } from '../change-requests.service.ts';
import { requireSeen } from '../seen-revision.ts';
import {
  deleteReviewer,
  findReview,
  findReviewers,
  findRoles,
  findUser,
  insertReview,
  listLatestReviews,
  listReviewers,
  listReviews,
  markReviewsOutdated,
  type ReviewerRow,
  type ReviewRow,
  type ReviewStatus,
  upsertReviewers,
} from './reviews.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId'> {
  readonly comments: Pick<CommentsService, 'parseBody' | 'addToReview' | 'ofReviews'>;
  readonly changeRequests: ChangeRequestsService;
}

/** A review with its comment. */
export interface ReviewWithComment {
  readonly row: ReviewRow;
  readonly comment: CommentDetails | undefined;
}

type Format = 'document' | 'markdown' | undefined;

/** Reviews of change requests, and review requests. */
export const createReviewsService = ({
  db,
  transaction,
  clock,
  newId,
  comments,
  changeRequests,
}: Dependencies) => {
  const requireReviewers = async (
    tx: DatabaseTransaction,
    request: ChangeRequestSubject,
    users: readonly string[],
  ): Promise<void> => {
    const roles = await findRoles(tx, request.space, users);
    const wrong = users.findIndex((user) => !canBeRequestedAsReviewer(roles.get(user) ?? null));
    if (wrong >= 0)
      throw invalid({
        path: `body.users.${wrong}`,
        message: 'does not have permission to comment in this space',
      });
  };

  const withComments = async (
    caller: Caller,
    request: ChangeRequestSubject,
    rows: readonly ReviewRow[],
    { format, executor = db }: { format?: Format; executor?: Database } = {},
  ): Promise<ReviewWithComment[]> => {
    const ids = rows.map(({ id }) => id);
    const byReview = await comments.ofReviews(caller.principal.userId, request, ids, format, executor);
    return rows.map((row) => ({ row, comment: byReview.get(row.id) }));
  };

  return {
    list: async (
      caller: Caller,
      request: ChangeRequestSubject,
      { outdated, format }: { outdated?: boolean | undefined; format?: Format },
      page: PageRequest,
    ): Promise<Page<ReviewWithComment>> => {
      const { rows, count } = await listReviews(db, request, outdated, page);
      return { rows: await withComments(caller, request, rows, { format }), count };
    },

    get: async (
      caller: Caller,
      request: ChangeRequestSubject,
      id: string,
      format: Format,
    ): Promise<ReviewWithComment> => {
      const review = await findReview(db, request, id);
      if (!review) throw notFound('review');
      return (await withComments(caller, request, [review], { format }))[0]!;
    },

    /** Loads the facts for merge rules: the latest review of each reviewer, and the merging user. */
    loadForMergeRules: async (tx: DatabaseTransaction, caller: Caller, request: ChangeRequestSubject) => ({
      reviews: await withComments(caller, request, await listLatestReviews(tx, request), { executor: tx }),
      actor: await findUser(tx, caller.principal.userId),
    }),

    /** Marks all reviews as outdated, after the content has changed. */
    markOutdated: (tx: DatabaseTransaction, request: ChangeRequestSubject): Promise<void> =>
      markReviewsOutdated(tx, request, undefined, clock.now()),

    submit: async (
      caller: Caller,
      request: ChangeRequestSubject,
      review: {
        status: ReviewStatus;
        comment?: Static<typeof Body> | undefined;
        revision?: string | undefined;
      },
    ): Promise<ReviewWithComment> => {
      const body =
        review.comment && (await comments.parseBody(request.space, review.comment, 'body.comment'));
      return transaction(async (tx) => {
        const now = await changeRequests.lock(tx, caller, request);
        if (now.status === 'archived')
          throw conflict('This change request is archived: reopen it to review it');
        requireSeen(now, review.revision, 'review');
        const [id, at, reviewerId] = [newId(), clock.now(), caller.principal.userId];
        await markReviewsOutdated(tx, now, [reviewerId], at);
        await insertReview(tx, now, {
          id,
          revisionId: now.revision_id,
          reviewerId,
          status: review.status,
          at,
        });
        // A review without text has no comment.
        const comment = body?.markdown && (await comments.addToReview(tx, caller, now, body, id));
        await changeRequests.record(tx, caller, 'reviewed', now, {
          review: id,
          status: review.status,
          ...(comment && { comment: comment.id, mentions: body.mentions }),
        });
        return (await withComments(caller, now, [(await findReview(tx, now, id))!], { executor: tx }))[0]!;
      });
    },

    listRequested: (request: ChangeRequestSubject, page: PageRequest): Promise<Page<ReviewerRow>> =>
      listReviewers(db, request, page),

    /** Requests reviews: earlier reviews of these users become outdated, and a draft is opened. */
    request: (
      caller: Caller,
      request: ChangeRequestSubject,
      input: { users: readonly string[]; subject?: string | undefined; description?: RichText | undefined },
    ): Promise<ReviewerRow[]> =>
      transaction(async (tx) => {
        const { request: now } = await changeRequests.lockWithSpace(tx, caller, request);
        if (now.status === 'archived')
          throw conflict('This change request is archived: reopen it to request reviews');
        await requireReviewers(tx, now, input.users);
        const users = [...new Set(input.users)];
        const at = clock.now();
        await changeRequests.updateDetails(tx, caller, now, {
          subject: input.subject,
          description: input.description,
          status: now.status === 'draft' ? 'open' : undefined,
        });
        await markReviewsOutdated(tx, now, users, at);
        await upsertReviewers(tx, now, {
          userIds: users,
          revisionId: now.revision_id,
          requestedBy: caller.principal.userId,
          at,
        });
        await changeRequests.record(tx, caller, 'review-requested', now, { users });
        return findReviewers(tx, now, users);
      }),

    withdraw: (caller: Caller, request: ChangeRequestSubject, userId: string): Promise<void> =>
      transaction(async (tx) => {
        const now = await changeRequests.lock(tx, caller, request);
        if (await deleteReviewer(tx, now, userId))
          await changeRequests.record(tx, caller, 'review-withdrawn', now, { user: userId });
      }),
  };
};

/** Reviews of change requests, and review requests. */
export type ReviewsService = ReturnType<typeof createReviewsService>;
