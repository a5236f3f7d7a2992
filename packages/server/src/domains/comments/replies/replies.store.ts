import type { Selectable } from 'kysely';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { paginate } from '../../../kernel/database/paginate.ts';
import type { CommentReplies } from '../../../kernel/database/schema.gen.ts';
import { type UserRow, userOf } from '../../identity/index.ts';
import { type ReactionRow, reactionsOf } from '../reactions.store.ts';

/** The key of the comment of a reply. */
interface RepliedKey {
  readonly organization_id: string;
  readonly id: string;
}

/** A reply with its author and reactions. */
export interface ReplyRow extends Selectable<CommentReplies> {
  readonly poster: UserRow;
  readonly reactions: readonly ReactionRow[];
}

const replies = (db: Database, comment: RepliedKey) =>
  db
    .selectFrom('comment_replies as replies')
    .selectAll('replies')
    .select([
      userOf('replies.created_by').as('poster'),
      reactionsOf('replies.organization_id', 'replies.comment_id', 'replies.id').as('reactions'),
    ])
    .where('replies.organization_id', '=', comment.organization_id)
    .where('replies.comment_id', '=', comment.id);

/** A reply to a comment. */
export const findReply = (db: Database, comment: RepliedKey, id: string): Promise<ReplyRow | undefined> =>
  replies(db, comment).where('replies.id', '=', id).executeTakeFirst();

/** The replies to a comment, oldest first. */
export const listReplies = (
  db: Database,
  comment: RepliedKey,
  page: PageRequest,
): Promise<Page<ReplyRow>> => {
  const after = page.after && String(page.after[0]);
  const all = replies(db, comment);
  const rows = all
    .$if(after !== undefined, (query) => query.where('replies.id', '>', after!))
    .orderBy('replies.id');
  return paginate(page, rows, all);
};

/** A reply to be stored. */
export type NewReply = Omit<Selectable<CommentReplies>, 'edited_at'>;

/** Stores a reply. */
export const insertReply = async (tx: DatabaseTransaction, reply: NewReply): Promise<void> => {
  await tx.insertInto('comment_replies').values(reply).execute();
};

type ReplyKey = Pick<ReplyRow, 'organization_id' | 'id'>;

/** Locks a reply until the transaction ends, against changes or only against deletion. */
export const lockReply = async (
  tx: DatabaseTransaction,
  reply: ReplyKey,
  purpose: 'update' | 'reference',
): Promise<boolean> => {
  const row = tx
    .selectFrom('comment_replies')
    .select('id')
    .where('organization_id', '=', reply.organization_id)
    .where('id', '=', reply.id);
  const locked = await (purpose === 'update' ? row.forNoKeyUpdate() : row.forKeyShare()).executeTakeFirst();
  return locked !== undefined;
};

/** Updates the body of a reply. */
export const updateReply = async (
  tx: DatabaseTransaction,
  reply: ReplyKey,
  values: Pick<ReplyRow, 'markdown' | 'document' | 'document_version' | 'excerpt' | 'mentions' | 'edited_at'>,
): Promise<void> => {
  await tx
    .updateTable('comment_replies')
    .set(values)
    .where('organization_id', '=', reply.organization_id)
    .where('id', '=', reply.id)
    .execute();
};

/** Deletes a reply; returns whether it existed. */
export const deleteReply = async (tx: DatabaseTransaction, reply: ReplyKey): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('comment_replies')
    .where('organization_id', '=', reply.organization_id)
    .where('id', '=', reply.id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
