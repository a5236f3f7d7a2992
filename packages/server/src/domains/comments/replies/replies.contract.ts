import Type from 'typebox';
import { Empty, List, pagedQuery } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import {
  type Base,
  Body,
  ChangedBody,
  format,
  mountedOnBoth,
  onComment,
  reactionChanges,
  sharedFields,
} from '../comments.contract.ts';
import { replyPolicy } from './replies.policy.ts';

/** A reply to a comment. */
export const CommentReply = Type.Object({ object: Type.Literal('comment-reply'), ...sharedFields });

const onReply = <const Can extends keyof typeof replyPolicy.can>(can: Can) =>
  ({ permission: { policy: replyPolicy, can, on: 'commentReplyId' }, scope: 'space' }) as const;

const repliesAt = (base: Base) => ({
  listCommentReplies: operation({
    method: 'GET',
    path: `${base}/comments/{commentId}/replies`,
    summary: 'List the replies to a comment, oldest first',
    ...onComment('view'),
    query: pagedQuery({ format }),
    responses: { 200: List(CommentReply) },
  }),
  postCommentReply: operation({
    method: 'POST',
    path: `${base}/comments/{commentId}/replies`,
    summary: 'Reply to a comment',
    ...onComment('reply'),
    query: Type.Object({ format }),
    body: Type.Object({ body: Body }),
    responses: { 200: CommentReply },
  }),
  getCommentReply: operation({
    method: 'GET',
    path: `${base}/comments/{commentId}/replies/{commentReplyId}`,
    summary: 'Get a reply to a comment',
    ...onReply('view'),
    query: Type.Object({ format }),
    responses: { 200: CommentReply },
  }),
  updateCommentReply: operation({
    method: 'PUT',
    path: `${base}/comments/{commentId}/replies/{commentReplyId}`,
    summary: 'Change the body of a reply or your reactions, or resolve its comment',
    ...onReply('reply'),
    body: Type.Object({
      resolved: Type.Optional(Type.Boolean()),
      body: Type.Optional(ChangedBody),
      ...reactionChanges,
    }),
    responses: { 200: CommentReply },
  }),
  deleteCommentReply: operation({
    method: 'DELETE',
    path: `${base}/comments/{commentId}/replies/{commentReplyId}`,
    summary: 'Delete a reply to a comment',
    ...onReply('delete'),
    responses: { 204: Empty },
  }),
});

/** Operations on replies. */
export const repliesContract = mountedOnBoth(repliesAt);

/** The operations on replies of one resource. */
export type RepliesTable = ReturnType<typeof repliesAt>;
