import type { Static } from 'typebox';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { RichText } from '../../../kernel/contract/documents.ts';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { Body, EditingService } from '../../content/index.ts';
import type { ChangeRequestSubject } from '../change-requests.policy.ts';
import type { ChangeRequestsService } from '../change-requests.service.ts';
import {
  deleteReviewer,
  findPerson,
  findReaders,
  findReview,
  findReviewers,
  insertReview,
  listReviewers,
  listReviews,
  listVerdicts,
  outdateReviews,
  putReviewers,
  type ReviewerRow,
  type ReviewRow,
  type Verdict,
} from './reviews.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId'> {
  readonly editing: EditingService;
  readonly changeRequests: ChangeRequestsService;
}

/** Reviews of change requests, and asking for them. */
export const createReviewsService = ({
  db,
  transaction,
  clock,
  newId,
  editing,
  changeRequests,
}: Dependencies) => {
  const checkReaders = async (
    tx: DatabaseTransaction,
    request: ChangeRequestSubject,
    users: readonly string[],
  ): Promise<void> => {
    const readers = await findReaders(tx, request.space, users);
    const stranger = users.findIndex((user) => !readers.has(user));
    if (stranger >= 0)
      throw invalid({ path: `body.users.${stranger}`, message: 'is nobody who can see this space' });
  };

  return {
    list: (
      request: ChangeRequestSubject,
      outdated: boolean | undefined,
      page: PageRequest,
    ): Promise<Page<ReviewRow>> => listReviews(db, request, outdated, page),

    get: async (request: ChangeRequestSubject, id: string): Promise<ReviewRow> => {
      const review = await findReview(db, request, id);
      if (!review) throw notFound('review');
      return review;
    },

    /** What a merge is judged by: the last word of each reviewer, and who merges. */
    judgement: async (tx: DatabaseTransaction, caller: Caller, request: ChangeRequestSubject) => ({
      reviews: await listVerdicts(tx, request),
      actor: await findPerson(tx, caller.principal.userId),
    }),

    submit: async (
      caller: Caller,
      request: ChangeRequestSubject,
      verdict: { status: Verdict; comment?: Static<typeof Body> | undefined },
    ): Promise<ReviewRow> => {
      const markdown = verdict.comment && (await editing.markdownOf(verdict.comment, 'body.comment'));
      return transaction(async (tx) => {
        const now = await changeRequests.hold(tx, caller, request);
        if (now.status === 'archived')
          throw conflict('This change request is archived: open it again to review it');
        const [id, at, reviewerId] = [newId(), clock.now(), caller.principal.userId];
        await outdateReviews(tx, now, [reviewerId], at);
        await insertReview(tx, now, {
          id,
          revisionId: now.revision_id,
          reviewerId,
          status: verdict.status,
          comment: markdown ? { id: newId(), markdown } : undefined,
          at,
        });
        await changeRequests.record(tx, caller, 'reviewed', now, { review: id, status: verdict.status });
        return (await findReview(tx, now, id))!;
      });
    },

    listRequested: (request: ChangeRequestSubject, page: PageRequest): Promise<Page<ReviewerRow>> =>
      listReviewers(db, request, page),

    /** Asks people for a review: what they said before is outdated, and a draft is one no longer. */
    request: (
      caller: Caller,
      request: ChangeRequestSubject,
      wish: { users: readonly string[]; subject?: string | undefined; description?: RichText | undefined },
    ): Promise<ReviewerRow[]> =>
      transaction(async (tx) => {
        const { request: now } = await changeRequests.holdWithSpace(tx, caller, request);
        if (now.status === 'archived')
          throw conflict('This change request is archived: open it again to have it reviewed');
        await checkReaders(tx, now, wish.users);
        const users = [...new Set(wish.users)];
        const at = clock.now();
        await changeRequests.say(tx, caller, now, {
          subject: wish.subject,
          description: wish.description,
          status: now.status === 'draft' ? 'open' : undefined,
        });
        await outdateReviews(tx, now, users, at);
        await putReviewers(tx, now, {
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
        const now = await changeRequests.hold(tx, caller, request);
        if (await deleteReviewer(tx, now, userId))
          await changeRequests.record(tx, caller, 'review-withdrawn', now, { user: userId });
      }),
  };
};

/** Reviews of change requests, and asking for them. */
export type ReviewsService = ReturnType<typeof createReviewsService>;
