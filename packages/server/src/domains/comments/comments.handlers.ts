import type { Static } from 'typebox';
import { permissionsOf } from '../../kernel/auth/policy.ts';
import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import type { Links } from '../../kernel/links.ts';
import { toUserFor, type UserRow } from '../identity/index.ts';
import { toMember } from '../organizations/index.ts';
import { type Comment, type CommentsTable, handledOnBoth } from './comments.contract.ts';
import { type CommentSubject, commentPolicy, type Discussion } from './comments.policy.ts';
import type { CommentDetails, CommentsService } from './comments.service.ts';
import type { ReactionRow } from './reactions.store.ts';

const userTo =
  ({ space }: Discussion, links: Links) =>
  (row: UserRow) =>
    toUserFor(links, row, space);

const toReactions = (show: ReturnType<typeof userTo>, rows: readonly ReactionRow[]) => {
  const byEmoji = new Map<string, ReactionRow[]>();
  for (const row of rows) {
    const sameEmoji = byEmoji.get(row.emoji);
    if (sameEmoji) sameEmoji.push(row);
    else byEmoji.set(row.emoji, [row]);
  }
  return [...byEmoji].map(([emoji, reactions]) => ({
    emoji,
    count: reactions.length,
    users: reactions.map(({ user, at }) => ({
      user: show(user),
      reactedAt: new Date(at).toISOString(),
    })),
  }));
};

/** The API fields that comments and replies share. */
export const toSharedFields = (
  links: Links,
  row: {
    readonly id: string;
    readonly poster: UserRow;
    readonly created_at: Date;
    readonly edited_at: Date | null;
    readonly reactions: readonly ReactionRow[];
    readonly discussion: Discussion;
  },
) => {
  const show = userTo(row.discussion, links);
  return {
    id: row.id,
    postedBy: show(row.poster),
    postedAt: row.created_at.toISOString(),
    ...(row.edited_at && { editedAt: row.edited_at.toISOString() }),
    reactions: toReactions(show, row.reactions),
  };
};

/** The path of a comment. */
export const pathOfComment = ({ space, changeRequest }: Discussion, id: string): string =>
  `/spaces/${space.id}${changeRequest ? `/change-requests/${changeRequest.id}` : ''}/comments/${id}`;

const targetOf = (row: CommentSubject) => ({
  ...(row.node_id && { node: { id: row.node_id } }),
  ...(row.cell_record !== null && {
    tableCell: { record: row.cell_record, definition: row.cell_definition! },
  }),
  ...(row.quote_text !== null && { quote: { text: row.quote_text, occurrence: row.quote_occurrence } }),
  ...(row.change_request_id && { changeRequest: row.change_request_id }),
  ...(row.review_id && { review: row.review_id }),
  ...(row.page_id && { page: { id: row.page_id } }),
  space: row.space_id,
  revision: row.revision_id,
});

/** A comment as the API shows it. */
export const toComment = (
  links: Links,
  { comment: row, targetState, body }: CommentDetails,
): Static<typeof Comment> => ({
  object: 'comment',
  ...toSharedFields(links, row),
  replies: row.repliers.reduce((sum, { count }) => sum + count, 0),
  repliers: row.repliers.map(({ user, count, at }) => ({
    user: userTo(row.discussion, links)(user),
    count,
    updatedAt: new Date(at).toISOString(),
  })),
  body,
  target: { ...targetOf(row), ...targetState },
  urls: { location: links.apiUrl(pathOfComment(row.discussion, row.id)) },
  permissions: permissionsOf(commentPolicy, row),
  status: row.status,
  ...(row.resolved_at && {
    resolvedAt: row.resolved_at.toISOString(),
    resolvedBy: userTo(row.discussion, links)(row.resolver),
  }),
});

/** Handlers of comments. */
export const commentsHandlers = (comments: CommentsService, links: Links) => {
  const show = (details: CommentDetails) => toComment(links, details);
  return handledOnBoth<Handlers<CommentsTable>>({
    listComments: async ({ subject, query, page }) =>
      listOf(page, await comments.list(subject, query, page), ({ comment }) => [comment.id], show),
    postComment: async ({ caller, subject, body }) => show(await comments.post(caller, subject, body)),
    getComment: async ({ subject, query }) => show(await comments.getDetails(subject, query.format)),
    updateComment: async ({ caller, subject, body }) => show(await comments.update(caller, subject, body)),
    deleteComment: async ({ caller, subject }) => {
      await comments.remove(caller, subject);
      return undefined;
    },
    listCommenters: async ({ subject, page }) =>
      listOf(
        page,
        await comments.listCommenters(subject, page),
        (row) => [row.user_id],
        (row) => toMember(links, row),
      ),
  });
};
