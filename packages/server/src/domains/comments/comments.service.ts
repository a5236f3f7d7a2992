import type { Static } from 'typebox';
import { forbiddenAction } from '../../kernel/auth/forbidden-action.ts';
import type { Caller } from '../../kernel/auth/principal.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { MemberRow } from '../organizations/index.ts';
import { type SpaceSubject, type SpacesService, spacePolicy } from '../spaces/index.ts';
import type { CommentBodiesService, Format, FormattedBody, StoredBody } from './comment-bodies.service.ts';
import type { CommentTargetsService, Target, TargetRequest, TargetState } from './comment-targets.service.ts';
import type { Body } from './comments.contract.ts';
import {
  type CommentedChangeRequest,
  type CommentSubject,
  commentPolicy,
  type Discussion,
} from './comments.policy.ts';
import {
  type CommentFilter,
  type CommentReference,
  type CommentRow,
  commentExists,
  type DiscussionKey,
  deleteComment,
  findComment,
  findCommentsOfReviews,
  findParticipants,
  insertComment,
  listCommenters,
  listComments,
  lockComment,
  updateComment,
} from './comments.store.ts';
import type { ReactionChanges } from './reactions.store.ts';
import { react } from './reactions.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events'> {
  readonly spaces: Pick<SpacesService, 'find'>;
  readonly bodies: CommentBodiesService;
  readonly targets: CommentTargetsService;
  /** The change request of a space with this id or number. */
  readonly changeRequestOf: (
    space: SpaceSubject,
    idOrNumber: string,
    readerId: string,
  ) => Promise<CommentedChangeRequest | undefined>;
}

/** A comment with its body in the requested format and the state of its target. */
export interface CommentDetails {
  readonly comment: CommentSubject;
  readonly targetState: TargetState;
  readonly body: FormattedBody;
}

/** The changes of a comment that a client requests. */
export interface CommentUpdate extends ReactionChanges {
  readonly resolved?: boolean | undefined;
  readonly body?: Static<typeof Body> | undefined;
}

const keyOf = ({ space, changeRequest }: Discussion): DiscussionKey => ({
  organization_id: space.organization_id,
  space_id: space.id,
  change_request_id: changeRequest?.id ?? null,
});

/** Comments on spaces and on change requests. */
export const createCommentsService = ({
  db,
  transaction,
  clock,
  newId,
  events,
  spaces,
  bodies,
  targets,
  changeRequestOf,
}: Dependencies) => {
  const discussion = async (
    userId: string,
    spaceId: string,
    changeRequestId: string | undefined,
  ): Promise<Discussion> => {
    const space = await spaces.find(userId, spaceId);
    if (!space || !spacePolicy.can.view(space)) throw notFound('space');
    if (changeRequestId === undefined) return { space, changeRequest: undefined, readerId: userId };
    const changeRequest = await changeRequestOf(space, changeRequestId, userId);
    if (!changeRequest) throw notFound('change request');
    return { space, changeRequest, readerId: userId };
  };

  const asSubject = (within: Discussion, row: CommentRow): CommentSubject => ({
    ...row,
    discussion: within,
    isAuthor: row.created_by === within.readerId,
  });

  const reload = async (tx: DatabaseTransaction, within: Discussion, id: string): Promise<CommentSubject> => {
    const row = await findComment(tx, keyOf(within), id);
    if (!row) throw notFound('comment');
    return asSubject(within, row);
  };

  /** Locks a comment until the transaction ends and returns its current state. */
  const lock = async (
    tx: DatabaseTransaction,
    comment: CommentSubject,
    purpose: 'update' | 'reference',
  ): Promise<CommentSubject> => {
    if (!(await lockComment(tx, comment, purpose))) throw notFound('comment');
    return reload(tx, comment.discussion, comment.id);
  };

  /** Loads the bodies and target states of comments of one discussion. */
  const withDetails = async (
    within: Discussion,
    rows: readonly CommentRow[],
    format?: Format,
  ): Promise<CommentDetails[]> => {
    const targetStateOf = await targets.resolve(within, rows);
    return (await bodies.refresh('comments', rows)).map((row) => ({
      comment: asSubject(within, row),
      targetState: targetStateOf(row),
      body: bodies.format(row, format),
    }));
  };

  const getDetails = async (comment: CommentSubject, format?: Format): Promise<CommentDetails> =>
    (await withDetails(comment.discussion, [comment], format))[0]!;

  /** Records an event of a comment or reply; listeners look up the rest by id. */
  const record = (
    tx: DatabaseTransaction,
    caller: Caller,
    action: `comment.${string}` | `comment-reply.${string}`,
    comment: CommentSubject,
    payload: Readonly<Record<string, unknown>> = {},
  ) =>
    events.record(tx, caller, {
      organizationId: comment.organization_id,
      action,
      target: { type: 'comment', id: comment.id },
      payload: {
        space: comment.space_id,
        ...(comment.change_request_id && { changeRequest: comment.change_request_id }),
        comment: comment.id,
        ...(comment.page_id && { page: comment.page_id }),
        ...(comment.review_id && { review: comment.review_id }),
        author: comment.created_by,
        ...payload,
      },
    });

  /** Stores a comment. */
  const add = async (
    tx: DatabaseTransaction,
    caller: Caller,
    within: Discussion,
    body: StoredBody,
    target: Target & { readonly review_id: string | null },
  ): Promise<CommentSubject> => {
    const id = newId();
    await insertComment(tx, {
      ...keyOf(within),
      ...body,
      ...target,
      id,
      created_by: caller.principal.userId,
      created_at: clock.now(),
    });
    const created = await reload(tx, within, id);
    await record(tx, caller, 'comment.created', created, { mentions: body.mentions });
    return created;
  };

  const updateBody = async (
    tx: DatabaseTransaction,
    caller: Caller,
    now: CommentSubject,
    body: StoredBody,
  ) => {
    if (body.markdown === now.markdown) return;
    await updateComment(tx, now, { ...body, edited_at: clock.now() });
    // Earlier mentions have been notified already.
    const mentions = body.mentions.filter((user) => !now.mentions.includes(user));
    await record(tx, caller, 'comment.updated', now, { mentions });
  };

  const setResolved = async (
    tx: DatabaseTransaction,
    caller: Caller,
    now: CommentSubject,
    resolved: boolean,
  ) => {
    if (resolved === (now.status === 'resolved')) return;
    await updateComment(
      tx,
      now,
      resolved
        ? { status: 'resolved', resolved_at: clock.now(), resolved_by: caller.principal.userId }
        : { status: 'open', resolved_at: null, resolved_by: null },
    );
    await record(tx, caller, resolved ? 'comment.resolved' : 'comment.reopened', now);
  };

  return {
    discussion,
    record,
    getDetails,

    lock,

    /** Resolves a comment or reopens it. */
    resolve: async (
      tx: DatabaseTransaction,
      caller: Caller,
      comment: CommentSubject,
      resolved: boolean,
    ): Promise<void> => setResolved(tx, caller, await lock(tx, comment, 'update'), resolved),

    find: async (
      userId: string,
      spaceId: string,
      changeRequestId: string | undefined,
      id: string,
    ): Promise<CommentSubject | undefined> => {
      const within = await discussion(userId, spaceId, changeRequestId);
      const row = await findComment(db, keyOf(within), id);
      return row && asSubject(within, row);
    },

    list: async (
      within: Discussion,
      filter: CommentFilter & { readonly format?: Format },
      page: PageRequest,
    ): Promise<Page<CommentDetails>> => {
      const { rows, count } = await listComments(db, keyOf(within), filter, page);
      return { rows: await withDetails(within, rows, filter.format), count };
    },

    listCommenters: (within: Discussion, page: PageRequest): Promise<Page<MemberRow>> =>
      listCommenters(db, keyOf(within), page),

    post: async (
      caller: Caller,
      within: Discussion,
      input: TargetRequest & { readonly body: Static<typeof Body> },
    ): Promise<CommentDetails> => {
      const target = await targets.locate(within, input);
      const body = await bodies.parse(within.space, input.body, 'body.body');
      const created = await transaction((tx) =>
        add(tx, caller, within, body, { ...target, review_id: null }),
      );
      return getDetails(created);
    },

    update: async (
      caller: Caller,
      comment: CommentSubject,
      input: CommentUpdate,
    ): Promise<CommentDetails> => {
      const within = comment.discussion;
      if (input.body && !commentPolicy.can.edit(comment)) throw forbiddenAction('edit', 'comment');
      const body = input.body && (await bodies.parse(within.space, input.body, 'body.body'));
      const changed = await transaction(async (tx) => {
        // Reactions only need a shared lock.
        const now = await lock(tx, comment, body || input.resolved !== undefined ? 'update' : 'reference');
        if (body) await updateBody(tx, caller, now, body);
        if (input.resolved !== undefined) await setResolved(tx, caller, now, input.resolved);
        const reactions = await react(
          tx,
          { organization_id: now.organization_id, comment_id: now.id, reply_id: '' },
          caller.principal.userId,
          input,
          clock.now(),
        );
        if (reactions.added.length + reactions.removed.length > 0)
          await record(tx, caller, 'comment.reactions-changed', now, reactions);
        return reload(tx, within, comment.id);
      });
      return getDetails(changed);
    },

    remove: (caller: Caller, comment: CommentSubject): Promise<void> =>
      transaction(async (tx) => {
        if (await deleteComment(tx, comment)) await record(tx, caller, 'comment.deleted', comment);
      }),

    /** Parses the comment of a review. */
    parseBody: bodies.parse,

    /** Stores the comment of a review. */
    addToReview: (
      tx: DatabaseTransaction,
      caller: Caller,
      { space, ...changeRequest }: CommentedChangeRequest & { readonly space: SpaceSubject },
      body: StoredBody,
      reviewId: string,
    ): Promise<CommentSubject> =>
      add(tx, caller, { space, changeRequest, readerId: caller.principal.userId }, body, {
        ...targets.wholeRevision(changeRequest.revision_id),
        review_id: reviewId,
      }),

    /** The comments of reviews, by review. */
    ofReviews: async (
      readerId: string,
      { space, ...changeRequest }: CommentedChangeRequest & { readonly space: SpaceSubject },
      reviewIds: readonly string[],
      format?: Format,
      executor: Database = db,
    ): Promise<Map<string, CommentDetails>> => {
      const within = { space, changeRequest, readerId };
      const rows = await findCommentsOfReviews(executor, keyOf(within), reviewIds);
      return new Map(
        (await withDetails(within, rows, format)).map((details) => [details.comment.review_id!, details]),
      );
    },

    /** The participants of a comment: authors and mentioned users of the comment and its replies. */
    participantsOf: (executor: Database, comment: CommentReference): Promise<string[]> =>
      findParticipants(executor, comment),

    /** Whether a comment or reply exists. */
    exists: (executor: Database, comment: CommentReference): Promise<boolean> =>
      commentExists(executor, comment),
  };
};

/** Comments on spaces and on change requests. */
export type CommentsService = ReturnType<typeof createCommentsService>;
