import type { Static } from 'typebox';
import { permissionsOf } from '../../../kernel/auth/policy.ts';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import { handledOnBoth } from '../comments.contract.ts';
import { pathOfComment, toSharedFields } from '../comments.handlers.ts';
import type { CommentReply, RepliesTable } from './replies.contract.ts';
import { replyPolicy } from './replies.policy.ts';
import type { RepliesService, ReplyDetails } from './replies.service.ts';

const toReply = (links: Links, { reply, body }: ReplyDetails): Static<typeof CommentReply> => ({
  object: 'comment-reply',
  ...toSharedFields(links, reply),
  body,
  urls: {
    location: links.apiUrl(`${pathOfComment(reply.discussion, reply.comment_id)}/replies/${reply.id}`),
  },
  permissions: permissionsOf(replyPolicy, reply),
});

/** Handlers of replies. */
export const repliesHandlers = (replies: RepliesService, links: Links) => {
  const show = (details: ReplyDetails) => toReply(links, details);
  return handledOnBoth<Handlers<RepliesTable>>({
    listCommentReplies: async ({ subject, query, page }) =>
      listOf(page, await replies.list(subject, query.format, page), ({ reply }) => [reply.id], show),
    postCommentReply: async ({ caller, subject, body, query }) =>
      show(await replies.post(caller, subject, body.body, query.format)),
    getCommentReply: async ({ subject, query }) => show(await replies.getDetails(subject, query.format)),
    updateCommentReply: async ({ caller, subject, body }) =>
      show(await replies.update(caller, subject, body)),
    deleteCommentReply: async ({ caller, subject }) => {
      await replies.remove(caller, subject);
      return undefined;
    },
  });
};
