import { policy } from '../../kernel/auth/policy.ts';
import { atLeast } from '../organizations/index.ts';
import { type SpaceSubject, spacePolicy } from '../spaces/index.ts';
import type { CommentRow } from './comments.store.ts';

/** The fields of a change request that comments on it need. */
export interface CommentedChangeRequest {
  readonly id: string;
  readonly revision_id: string;
  readonly revision_initial: string;
  readonly revision_merged_ancestor: string | null;
}

/** The comments of a space or of a change request, for one reader. */
export interface Discussion {
  readonly space: SpaceSubject;
  readonly changeRequest: CommentedChangeRequest | undefined;
  readonly readerId: string;
}

/** A comment or reply, for one reader. */
export interface Authored {
  readonly discussion: Discussion;
  readonly isAuthor: boolean;
}

/** A comment with the reader's permissions. */
export interface CommentSubject extends CommentRow, Authored {}

const can = spacePolicy.can;

/** Who may read and write comments; the list of commenters is for members. */
export const discussionPolicy = policy<Discussion>()('discussion', {
  view: ({ space }) => can.view(space),
  comment: ({ space }) => can.comment(space),
  listCommenters: ({ space }) => atLeast(space.role, space.member_role === null ? 'create' : 'read'),
});

const mayChange = ({ discussion, isAuthor }: Authored) =>
  can.admin(discussion.space) || (isAuthor && can.comment(discussion.space));

/** Who may do what with a comment or reply. */
export const commentActions = {
  view: ({ discussion }: Authored) => can.view(discussion.space),
  edit: mayChange,
  // Also reacting, resolving and reopening.
  reply: ({ discussion }: Authored) => can.comment(discussion.space),
  delete: mayChange,
};

/** Who may do what with a comment: authors and administrators of the space may edit and delete it. */
export const commentPolicy = policy<CommentSubject>()('comment', commentActions);
