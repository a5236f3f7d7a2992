import { type Selectable, sql } from 'kysely';
import type { Role } from '../../../kernel/contract/common-schemas.ts';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { paginate } from '../../../kernel/database/paginate.ts';
import type { ChangeRequestReviewers, ChangeRequestReviews } from '../../../kernel/database/schema.gen.ts';
import { type UserRow, userColumns, userOf } from '../../identity/index.ts';
import type { SpaceKey } from '../../revisions/index.ts';

/** The key of a change request. */
export interface RequestKey {
  readonly organization_id: string;
  readonly id: string;
}

/** The result of a review. */
export type ReviewStatus = 'approved' | 'changes-requested';

/** A review with its author and the user who requested it. */
export interface ReviewRow extends Omit<Selectable<ChangeRequestReviews>, 'status'> {
  readonly status: ReviewStatus;
  readonly reviewer: UserRow;
  readonly requester: UserRow | null;
}

/** A requested reviewer with the user who requested the review. */
export interface ReviewerRow extends Selectable<ChangeRequestReviewers> {
  readonly user: UserRow;
  readonly requester: UserRow;
}

const reviews = (db: Database, request: RequestKey) =>
  db
    .selectFrom('change_request_reviews as reviews')
    .selectAll('reviews')
    .select([
      userOf('reviews.reviewer_id').as('reviewer'),
      sql<UserRow | null>`case when reviews.requested_by is not null then ${userOf('reviews.requested_by')} end`.as(
        'requester',
      ),
    ])
    .where('reviews.organization_id', '=', request.organization_id)
    .where('reviews.change_request_id', '=', request.id);

/** A review of a change request. */
export const findReview = (db: Database, request: RequestKey, id: string): Promise<ReviewRow | undefined> =>
  reviews(db, request).where('reviews.id', '=', id).executeTakeFirst() as Promise<ReviewRow | undefined>;

/** The reviews of a change request, newest first. */
export const listReviews = (
  db: Database,
  request: RequestKey,
  outdated: boolean | undefined,
  page: PageRequest,
): Promise<Page<ReviewRow>> => {
  const after = page.after && String(page.after[0]);
  const matching = reviews(db, request).$if(outdated !== undefined, (query) =>
    query.where('reviews.outdated', '=', outdated!),
  );
  const rows = matching
    .$if(after !== undefined, (query) => query.where('reviews.id', '<', after!))
    .orderBy('reviews.id', 'desc');
  return paginate(page, rows, matching) as Promise<Page<ReviewRow>>;
};

/** The latest review of each reviewer. */
export const listLatestReviews = (db: Database, request: RequestKey): Promise<ReviewRow[]> =>
  reviews(db, request)
    .distinctOn('reviews.reviewer_id')
    .orderBy('reviews.reviewer_id')
    .orderBy('reviews.id', 'desc')
    .execute() as Promise<ReviewRow[]>;

/** Marks the reviews of some reviewers, or of all, as outdated. */
export const markReviewsOutdated = async (
  tx: DatabaseTransaction,
  request: RequestKey,
  reviewers: readonly string[] | undefined,
  at: Date,
): Promise<void> => {
  await tx
    .updateTable('change_request_reviews')
    .set({ outdated: true, updated_at: at })
    .where('organization_id', '=', request.organization_id)
    .where('change_request_id', '=', request.id)
    .$if(reviewers !== undefined, (query) => query.where('reviewer_id', '=', sql<string>`any(${reviewers})`))
    .where('outdated', '=', false)
    .execute();
};

/** Stores a review, with the user who requested it. */
export const insertReview = async (
  tx: DatabaseTransaction,
  request: RequestKey,
  review: {
    id: string;
    revisionId: string;
    reviewerId: string;
    status: ReviewStatus;
    at: Date;
  },
): Promise<void> => {
  await tx
    .insertInto('change_request_reviews')
    .values(({ selectFrom }) => ({
      organization_id: request.organization_id,
      change_request_id: request.id,
      id: review.id,
      revision_id: review.revisionId,
      reviewer_id: review.reviewerId,
      requested_by: selectFrom('change_request_reviewers as requested')
        .select('requested.requested_by')
        .where('requested.organization_id', '=', request.organization_id)
        .where('requested.change_request_id', '=', request.id)
        .where('requested.user_id', '=', review.reviewerId),
      status: review.status,
      created_at: review.at,
      updated_at: review.at,
    }))
    .execute();
};

const reviewers = (db: Database, request: RequestKey) =>
  db
    .selectFrom('change_request_reviewers as requested')
    .selectAll('requested')
    .select([userOf('requested.user_id').as('user'), userOf('requested.requested_by').as('requester')])
    .where('requested.organization_id', '=', request.organization_id)
    .where('requested.change_request_id', '=', request.id);

/** Lists the requested reviewers. */
export const listReviewers = (
  db: Database,
  request: RequestKey,
  page: PageRequest,
): Promise<Page<ReviewerRow>> => {
  const after = page.after && String(page.after[0]);
  const all = reviewers(db, request);
  const rows = all
    .$if(after !== undefined, (query) => query.where('requested.user_id', '>', after!))
    .orderBy('requested.user_id');
  return paginate(page, rows, all) as Promise<Page<ReviewerRow>>;
};

/** Finds requested reviewers by user id. */
export const findReviewers = (
  db: Database,
  request: RequestKey,
  userIds: readonly string[],
): Promise<ReviewerRow[]> =>
  reviewers(db, request)
    .where('requested.user_id', '=', sql<string>`any(${userIds})`)
    .orderBy('requested.user_id')
    .execute() as Promise<ReviewerRow[]>;

/** Stores review requests; an existing request is replaced. */
export const upsertReviewers = async (
  tx: DatabaseTransaction,
  request: RequestKey,
  requests: { userIds: readonly string[]; revisionId: string; requestedBy: string; at: Date },
): Promise<void> => {
  if (requests.userIds.length === 0) return;
  await tx
    .insertInto('change_request_reviewers')
    .values(
      requests.userIds.map((userId) => ({
        organization_id: request.organization_id,
        change_request_id: request.id,
        user_id: userId,
        revision_id: requests.revisionId,
        requested_by: requests.requestedBy,
        created_at: requests.at,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'change_request_id', 'user_id']).doUpdateSet((eb) => ({
        revision_id: eb.ref('excluded.revision_id'),
        requested_by: eb.ref('excluded.requested_by'),
        created_at: eb.ref('excluded.created_at'),
      })),
    )
    .execute();
};

/** Deletes a review request; returns whether there was one. */
export const deleteReviewer = async (
  tx: DatabaseTransaction,
  request: RequestKey,
  userId: string,
): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('change_request_reviewers')
    .where('organization_id', '=', request.organization_id)
    .where('change_request_id', '=', request.id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** The roles of users on a space; users without access are left out. */
export const findRoles = async (
  db: Database,
  space: SpaceKey,
  userIds: readonly string[],
): Promise<Map<string, Role>> => {
  const rows = await db
    .selectFrom('content_access')
    .select(['user_id', 'role'])
    .where('organization_id', '=', space.organization_id)
    .where('content_id', '=', space.id)
    .where('user_id', '=', sql<string>`any(${userIds})`)
    .where('role', 'is not', null)
    .execute();
  return new Map(rows.flatMap(({ user_id, role }) => (user_id && role ? [[user_id, role] as const] : [])));
};

/** The row of a user. */
export const findUser = (db: Database, userId: string): Promise<UserRow> =>
  db.selectFrom('users').select(userColumns).where('users.id', '=', userId).executeTakeFirstOrThrow();
