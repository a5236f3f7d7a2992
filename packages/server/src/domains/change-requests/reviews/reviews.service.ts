import type { Static } from 'typebox';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { RichText } from '../../../kernel/contract/document-schemas.ts';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { Body, CommentsService, SeenComment } from '../../comments/index.ts';
import { type ChangeRequestSubject, canBeAsked } from '../change-requests.policy.ts';
import type { ChangeRequestsService } from '../change-requests.service.ts';
import {
  deleteReviewer,
  findPerson,
  findReview,
  findReviewers,
  findRoles,
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
  readonly comments: Pick<CommentsService, 'read' | 'addToReview' | 'ofReviews'>;
  readonly changeRequests: ChangeRequestsService;
}

/** A review with what was said along with it. */
export interface SeenReview {
  readonly row: ReviewRow;
  readonly comment: SeenComment | undefined;
}

type Format = 'document' | 'markdown' | undefined;

/** Reviews of change requests, and asking for them. */
export const createReviewsService = ({
  db,
  transaction,
  clock,
  newId,
  comments,
  changeRequests,
}: Dependencies) => {
  const checkReviewers = async (
    tx: DatabaseTransaction,
    request: ChangeRequestSubject,
    users: readonly string[],
  ): Promise<void> => {
    const roles = await findRoles(tx, request.space, users);
    const wrong = users.findIndex((user) => !canBeAsked(roles.get(user) ?? null));
    if (wrong >= 0)
      throw invalid({ path: `body.users.${wrong}`, message: 'is nobody who may comment in this space' });
  };

  const see = async (
    caller: Caller,
    request: ChangeRequestSubject,
    rows: readonly ReviewRow[],
    { format, executor = db }: { format?: Format; executor?: Database } = {},
  ): Promise<SeenReview[]> => {
    const ids = rows.map(({ id }) => id);
    const said = await comments.ofReviews(caller.principal.userId, request, ids, format, executor);
    return rows.map((row) => ({ row, comment: said.get(row.id) }));
  };

  return {
    list: async (
      caller: Caller,
      request: ChangeRequestSubject,
      { outdated, format }: { outdated?: boolean | undefined; format?: Format },
      page: PageRequest,
    ): Promise<Page<SeenReview>> => {
      const { rows, count } = await listReviews(db, request, outdated, page);
      return { rows: await see(caller, request, rows, { format }), count };
    },

    get: async (
      caller: Caller,
      request: ChangeRequestSubject,
      id: string,
      format: Format,
    ): Promise<SeenReview> => {
      const review = await findReview(db, request, id);
      if (!review) throw notFound('review');
      return (await see(caller, request, [review], { format }))[0]!;
    },

    /** What a merge is judged by: the last word of each reviewer, and who merges. */
    judgement: async (tx: DatabaseTransaction, caller: Caller, request: ChangeRequestSubject) => ({
      reviews: await see(caller, request, await listVerdicts(tx, request), { executor: tx }),
      actor: await findPerson(tx, caller.principal.userId),
    }),

    /** New content has come: what was said was said of what was there before. */
    outdate: (tx: DatabaseTransaction, request: ChangeRequestSubject): Promise<void> =>
      outdateReviews(tx, request, undefined, clock.now()),

    submit: async (
      caller: Caller,
      request: ChangeRequestSubject,
      verdict: { status: Verdict; comment?: Static<typeof Body> | undefined },
    ): Promise<SeenReview> => {
      const said = verdict.comment && (await comments.read(request.space, verdict.comment, 'body.comment'));
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
          at,
        });
        // A verdict without a word is no comment.
        const comment = said?.markdown && (await comments.addToReview(tx, caller, now, said, id));
        await changeRequests.record(tx, caller, 'reviewed', now, {
          review: id,
          status: verdict.status,
          ...(comment && { comment: comment.id, mentions: said.mentions }),
        });
        return (await see(caller, now, [(await findReview(tx, now, id))!], { executor: tx }))[0]!;
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
        await checkReviewers(tx, now, wish.users);
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
