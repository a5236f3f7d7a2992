import { type Selectable, sql } from 'kysely';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { paginate } from '../../kernel/database/paginate.ts';
import type { Comments } from '../../kernel/database/schema.gen.ts';
import { type UserRow, userOf } from '../identity/index.ts';
import { findMembers, type MemberRow } from '../organizations/index.ts';
import { type ReactionRow, reactionsOf } from './reactions.store.ts';

/** The key of the comments of a space or of a change request. */
export interface DiscussionKey {
  readonly organization_id: string;
  readonly space_id: string;
  readonly change_request_id: string | null;
}

/** The key of a comment. */
export interface CommentKey {
  readonly organization_id: string;
  readonly id: string;
}

/** A user who replied to a comment, with the number of replies and the time of the last one. */
export interface ReplierRow {
  readonly user: UserRow;
  readonly count: number;
  readonly at: string;
}

/** A comment with its users, reactions and repliers. */
export interface CommentRow extends Omit<Selectable<Comments>, 'status'> {
  readonly status: 'open' | 'resolved';
  readonly poster: UserRow;
  readonly resolver: UserRow;
  readonly reactions: readonly ReactionRow[];
  readonly repliers: readonly ReplierRow[];
}

const repliers = sql<ReplierRow[]>`coalesce(
  (select json_agg(json_build_object('user', ${userOf('said.by')}, 'count', said.count, 'at', said.at)
     order by said.at desc, said.by)
   from (
     select created_by as by, count(*)::int as count, max(created_at) as at
     from comment_replies
     where organization_id = comments.organization_id and comment_id = comments.id
     group by created_by
   ) as said), '[]')`;

const inDiscussion = (db: Database, { organization_id, space_id, change_request_id }: DiscussionKey) =>
  db
    .selectFrom('comments')
    .where('comments.organization_id', '=', organization_id)
    .where('comments.space_id', '=', space_id)
    .where('comments.change_request_id', change_request_id === null ? 'is' : '=', change_request_id);

const comments = (db: Database, where: DiscussionKey) =>
  inDiscussion(db, where)
    .selectAll('comments')
    .select([
      userOf('comments.created_by').as('poster'),
      userOf('comments.resolved_by').as('resolver'),
      reactionsOf('comments.organization_id', 'comments.id').as('reactions'),
      repliers.as('repliers'),
    ]);

/** A comment of a discussion. */
export const findComment = (
  db: Database,
  where: DiscussionKey,
  id: string,
): Promise<CommentRow | undefined> =>
  comments(db, where).where('comments.id', '=', id).executeTakeFirst() as Promise<CommentRow | undefined>;

/** The comments of reviews. */
export const findCommentsOfReviews = (
  db: Database,
  where: DiscussionKey,
  reviewIds: readonly string[],
): Promise<CommentRow[]> =>
  comments(db, where).where('comments.review_id', '=', sql<string>`any(${reviewIds})`).execute() as Promise<
    CommentRow[]
  >;

/** The filter and order of a list of comments. */
export interface CommentFilter {
  readonly order?: 'asc' | 'desc' | undefined;
  readonly status?: 'all' | 'open' | 'resolved' | undefined;
  readonly targetPage?: string | undefined;
  readonly authors?: readonly string[] | undefined;
}

/** The comments of a discussion. */
export const listComments = (
  db: Database,
  where: DiscussionKey,
  { order = 'desc', status = 'all', targetPage, authors }: CommentFilter,
  page: PageRequest,
): Promise<Page<CommentRow>> => {
  let matching = comments(db, where);
  if (status !== 'all') matching = matching.where('comments.status', '=', status);
  if (targetPage !== undefined) matching = matching.where('comments.page_id', '=', targetPage);
  if (authors !== undefined)
    matching = matching.where('comments.created_by', '=', sql<string>`any(${authors})`);
  const after = page.after && String(page.after[0]);
  const rows = matching
    .$if(after !== undefined, (query) => query.where('comments.id', order === 'asc' ? '>' : '<', after!))
    .orderBy('comments.id', order);
  return paginate(page, rows, matching) as Promise<Page<CommentRow>>;
};

/** The members who commented or replied, by user id. */
export const listCommenters = async (
  db: Database,
  where: DiscussionKey,
  page: PageRequest,
): Promise<Page<MemberRow>> => {
  const authors = inDiscussion(db, where)
    .select('comments.created_by as user_id')
    .union(
      inDiscussion(db, where)
        .innerJoin('comment_replies as replies', (join) =>
          join
            .onRef('replies.organization_id', '=', 'comments.organization_id')
            .onRef('replies.comment_id', '=', 'comments.id'),
        )
        .select('replies.created_by as user_id'),
    );
  const matching = db
    .selectFrom('members')
    .where('members.organization_id', '=', where.organization_id)
    .where('members.user_id', 'in', authors);
  const after = page.after && String(page.after[0]);
  const { rows, count } = await paginate(
    page,
    matching
      .select('members.user_id')
      .$if(after !== undefined, (query) => query.where('members.user_id', '>', after!))
      .orderBy('members.user_id'),
    matching,
  );
  const found = await findMembers(
    db,
    where.organization_id,
    rows.map((row) => row.user_id),
  );
  const byId = new Map(found.map((member) => [member.user_id, member]));
  return { rows: rows.flatMap((row) => byId.get(row.user_id) ?? []), count };
};

/** A comment to be stored. */
export type NewComment = DiscussionKey &
  Pick<
    CommentRow,
    | 'id'
    | 'created_at'
    | 'markdown'
    | 'document'
    | 'document_version'
    | 'excerpt'
    | 'mentions'
    | 'revision_id'
    | 'page_id'
    | 'node_id'
    | 'cell_record'
    | 'cell_definition'
    | 'quote_text'
    | 'quote_occurrence'
    | 'blocks_before'
    | 'blocks_after'
    | 'equal_blocks'
    | 'block_position'
    | 'block_text'
    | 'review_id'
  > & { readonly created_by: string };

/** Stores a comment. */
export const insertComment = async (tx: DatabaseTransaction, comment: NewComment): Promise<void> => {
  await tx.insertInto('comments').values(comment).execute();
};

/** Locks a comment until the transaction ends, against changes or only against deletion. */
export const lockComment = async (
  tx: DatabaseTransaction,
  comment: CommentKey,
  purpose: 'update' | 'reference',
): Promise<boolean> => {
  const row = tx
    .selectFrom('comments')
    .select('id')
    .where('organization_id', '=', comment.organization_id)
    .where('id', '=', comment.id);
  const locked = await (purpose === 'update' ? row.forNoKeyUpdate() : row.forKeyShare()).executeTakeFirst();
  return locked !== undefined;
};

/** Updates a comment. */
export const updateComment = async (
  tx: DatabaseTransaction,
  comment: CommentKey,
  values: Partial<
    Pick<
      CommentRow,
      | 'status'
      | 'resolved_at'
      | 'resolved_by'
      | 'edited_at'
      | 'markdown'
      | 'document'
      | 'document_version'
      | 'excerpt'
      | 'mentions'
    >
  >,
): Promise<void> => {
  await tx
    .updateTable('comments')
    .set(values)
    .where('organization_id', '=', comment.organization_id)
    .where('id', '=', comment.id)
    .execute();
};

/** Deletes a comment with its replies and reactions; returns whether it existed. */
export const deleteComment = async (tx: DatabaseTransaction, comment: CommentKey): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('comments')
    .where('organization_id', '=', comment.organization_id)
    .where('id', '=', comment.id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** The ids of a comment or reply. */
export interface CommentReference {
  readonly space: string;
  readonly comment: string;
  readonly reply?: string | undefined;
}

const organizationOf = ({ space }: CommentReference) =>
  sql`(select organization_id from contents where id = ${space})`;

/** The authors and mentioned users of a comment and its replies. */
export const findParticipants = async (db: Database, at: CommentReference): Promise<string[]> => {
  const { rows } = await sql<{ user_id: string }>`
    with said as (
      select created_by, mentions from comments
      where organization_id = ${organizationOf(at)} and id = ${at.comment}
      union all
      select created_by, mentions from comment_replies
      where organization_id = ${organizationOf(at)} and comment_id = ${at.comment}
    )
    select created_by as user_id from said where created_by is not null
    union
    select unnest(mentions) from said
    order by user_id`.execute(db);
  return rows.map((row) => row.user_id);
};

/** Whether a comment or reply exists. */
export const commentExists = async (db: Database, at: CommentReference): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from ${sql.table(at.reply === undefined ? 'comments' : 'comment_replies')}
    where organization_id = ${organizationOf(at)} and id = ${at.reply ?? at.comment}`.execute(db);
  return rows.length > 0;
};
