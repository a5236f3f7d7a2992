import { policy } from '../../kernel/auth/policy.ts';
import { atLeast } from '../organizations/index.ts';
import { type SpaceSubject, spacePolicy } from '../spaces/index.ts';
import type { CommentRow } from './comments.store.ts';
import type { ReplyRow } from './replies/replies.store.ts';

/** What comments need to know of a change request that they are made on. */
export interface CommentedChangeRequest {
  readonly id: string;
  readonly revision_id: string;
  readonly revision_initial: string;
  readonly revision_merged_ancestor: string | null;
}

/** Where comments are made: on a space, or on a change request of it; as the caller meets it. */
export interface Discussion {
  readonly space: SpaceSubject;
  readonly changeRequest: CommentedChangeRequest | undefined;
  readonly readerId: string;
}

/** Something that somebody wrote, as the caller meets it. */
interface Written {
  readonly discussion: Discussion;
  readonly isAuthor: boolean;
}

/** A comment as the caller meets it. */
export interface CommentSubject extends CommentRow, Written {}

/** A reply as the caller meets it. */
export interface ReplySubject extends ReplyRow, Written {
  readonly comment: CommentSubject;
}

const can = spacePolicy.can;

/** Whoever sees the space reads along; who wrote is a matter among members, as their list is. */
export const discussionPolicy = policy<Discussion>()('discussion', {
  view: ({ space }) => can.view(space),
  comment: ({ space }) => can.comment(space),
  listCommenters: ({ space }) => atLeast(space.role, space.member_role === null ? 'create' : 'read'),
});

const mayChange = ({ discussion, isAuthor }: Written) =>
  can.admin(discussion.space) || (isAuthor && can.comment(discussion.space));

const actions = {
  view: ({ discussion }: Written) => can.view(discussion.space),
  edit: mayChange,
  // Replying, reacting, resolving and reopening: all that moves a conversation on.
  reply: ({ discussion }: Written) => can.comment(discussion.space),
  delete: mayChange,
};

/** Whoever may comment moves a conversation on; authors, while they may comment, and who manages the space change its words. */
export const commentPolicy = policy<CommentSubject>()('comment', actions);

/** Replies go by the same rules as comments. */
export const replyPolicy = policy<ReplySubject>()('comment reply', actions);
