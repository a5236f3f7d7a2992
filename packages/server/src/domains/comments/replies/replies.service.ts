import type { Static } from 'typebox';
import { forbiddenAction } from '../../../kernel/auth/forbidden-action.ts';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { CommentBodiesService, Format, FormattedBody, StoredBody } from '../comment-bodies.service.ts';
import type { Body } from '../comments.contract.ts';
import type { CommentSubject } from '../comments.policy.ts';
import type { CommentsService } from '../comments.service.ts';
import { deleteReactions, type ReactionChanges } from '../reactions.store.ts';
import { react } from '../reactions.ts';
import { type ReplySubject, replyPolicy } from './replies.policy.ts';
import {
  deleteReply,
  findReply,
  insertReply,
  listReplies,
  lockReply,
  type ReplyRow,
  updateReply,
} from './replies.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId'> {
  readonly bodies: CommentBodiesService;
  readonly comments: Pick<CommentsService, 'find' | 'record' | 'lock' | 'resolve'>;
}

/** A reply with its body in the requested format. */
export interface ReplyDetails {
  readonly reply: ReplySubject;
  readonly body: FormattedBody;
}

const reactionTargetOf = (reply: ReplyRow) => ({
  organization_id: reply.organization_id,
  comment_id: reply.comment_id,
  reply_id: reply.id,
});

/** Replies to comments. */
export const createRepliesService = ({ db, transaction, clock, newId, bodies, comments }: Dependencies) => {
  const asSubject = (comment: CommentSubject, row: ReplyRow): ReplySubject => ({
    ...row,
    comment,
    discussion: comment.discussion,
    isAuthor: row.created_by === comment.discussion.readerId,
  });

  const reload = async (tx: DatabaseTransaction, comment: CommentSubject, id: string) => {
    const row = await findReply(tx, comment, id);
    if (!row) throw notFound('comment reply');
    return asSubject(comment, row);
  };

  const withBodies = async (replies: readonly ReplySubject[], format?: Format): Promise<ReplyDetails[]> =>
    (await bodies.refresh('comment_replies', replies)).map((reply) => ({
      reply,
      body: bodies.format(reply, format),
    }));

  const getDetails = async (reply: ReplySubject, format?: Format): Promise<ReplyDetails> =>
    (await withBodies([reply], format))[0]!;

  const record = (
    tx: DatabaseTransaction,
    caller: Caller,
    action: string,
    reply: ReplySubject,
    payload: Readonly<Record<string, unknown>> = {},
  ) =>
    comments.record(tx, caller, `comment-reply.${action}`, reply.comment, {
      reply: reply.id,
      author: reply.created_by,
      ...payload,
    });

  const updateBody = async (tx: DatabaseTransaction, caller: Caller, now: ReplySubject, body: StoredBody) => {
    if (body.markdown === now.markdown) return;
    await updateReply(tx, now, { ...body, edited_at: clock.now() });
    // Earlier mentions have been notified already.
    const mentions = body.mentions.filter((user) => !now.mentions.includes(user));
    await record(tx, caller, 'updated', now, { mentions });
  };

  return {
    getDetails,

    find: async (
      userId: string,
      spaceId: string,
      changeRequestId: string | undefined,
      commentId: string,
      id: string,
    ): Promise<ReplySubject | undefined> => {
      const comment = await comments.find(userId, spaceId, changeRequestId, commentId);
      if (!comment) throw notFound('comment');
      const row = await findReply(db, comment, id);
      return row && asSubject(comment, row);
    },

    list: async (comment: CommentSubject, format: Format, page: PageRequest): Promise<Page<ReplyDetails>> => {
      const { rows, count } = await listReplies(db, comment, page);
      const subjects = rows.map((row) => asSubject(comment, row));
      return { rows: await withBodies(subjects, format), count };
    },

    post: async (
      caller: Caller,
      comment: CommentSubject,
      input: Static<typeof Body>,
      format: Format,
    ): Promise<ReplyDetails> => {
      const body = await bodies.parse(comment.discussion.space, input, 'body.body');
      const made = await transaction(async (tx) => {
        await comments.lock(tx, comment, 'reference');
        const id = newId();
        await insertReply(tx, {
          ...body,
          organization_id: comment.organization_id,
          comment_id: comment.id,
          id,
          created_by: caller.principal.userId,
          created_at: clock.now(),
        });
        const reply = await reload(tx, comment, id);
        await record(tx, caller, 'created', reply, { mentions: body.mentions });
        return reply;
      });
      return getDetails(made, format);
    },

    update: async (
      caller: Caller,
      reply: ReplySubject,
      input: ReactionChanges & {
        readonly body?: Static<typeof Body> | undefined;
        /** Resolves or reopens the comment of the reply. */
        readonly resolved?: boolean | undefined;
      },
    ): Promise<ReplyDetails> => {
      const { comment, discussion } = reply;
      if (input.body && !replyPolicy.can.edit(reply)) throw forbiddenAction('edit', 'comment reply');
      const body = input.body && (await bodies.parse(discussion.space, input.body, 'body.body'));
      const changed = await transaction(async (tx) => {
        // The comment is always locked before its replies.
        if (input.resolved !== undefined) await comments.resolve(tx, caller, comment, input.resolved);
        // Reactions do not wait for each other, only for a deletion of the reply.
        if (!(await lockReply(tx, reply, body ? 'update' : 'reference'))) throw notFound('comment reply');
        const now = await reload(tx, comment, reply.id);
        if (body) await updateBody(tx, caller, now, body);
        const { userId } = caller.principal;
        const reactions = await react(tx, reactionTargetOf(now), userId, input, clock.now());
        if (reactions.added.length + reactions.removed.length > 0)
          await record(tx, caller, 'reactions-changed', now, reactions);
        return reload(tx, comment, reply.id);
      });
      return getDetails(changed);
    },

    remove: (caller: Caller, reply: ReplySubject): Promise<void> =>
      transaction(async (tx) => {
        if (!(await deleteReply(tx, reply))) return;
        await deleteReactions(tx, reactionTargetOf(reply));
        await record(tx, caller, 'deleted', reply);
      }),
  };
};

/** Replies to comments. */
export type RepliesService = ReturnType<typeof createRepliesService>;
