import { policy } from '../../../kernel/auth/policy.ts';
import { type Authored, type CommentSubject, commentActions } from '../comments.policy.ts';
import type { ReplyRow } from './replies.store.ts';

/** A reply with the reader's permissions. */
export interface ReplySubject extends ReplyRow, Authored {
  readonly comment: CommentSubject;
}

/** Who may do what with a reply: the same as with a comment. */
export const replyPolicy = policy<ReplySubject>()('comment reply', commentActions);
