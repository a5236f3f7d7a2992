import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { type UserRow, userOf } from '../identity/index.ts';

/** What is reacted to: a comment, or a reply to it. */
export interface ReactedKey {
  readonly organization_id: string;
  readonly comment_id: string;
  /** Empty for the comment itself. */
  readonly reply_id: string;
}

/** A reaction, with who reacted. */
export interface ReactionRow {
  readonly emoji: string;
  readonly at: string;
  readonly user: UserRow;
}

/** Which reactions of one's own come and go. */
export interface ReactionChanges {
  readonly addedReactions?: readonly string[] | undefined;
  readonly removedReactions?: readonly string[] | undefined;
}

/** The reactions to what the columns name, first ones first, in one value. */
export const reactionsOf = (organization: string, comment: string, reply?: string) => sql<
  ReactionRow[]
>`coalesce(
  (select json_agg(
      json_build_object('emoji', r.emoji, 'at', r.reacted_at, 'user', ${userOf('r.user_id')})
      order by r.reacted_at, r.emoji, r.user_id)
   from comment_reactions r
   where r.organization_id = ${sql.ref(organization)} and r.comment_id = ${sql.ref(comment)}
     and r.reply_id = ${reply === undefined ? sql.lit('') : sql.ref(reply)}), '[]')`;

/** Adds and removes somebody's reactions; says which were not there before and which no longer are. */
export const changeReactions = async (
  tx: DatabaseTransaction,
  to: ReactedKey,
  userId: string,
  { addedReactions = [], removedReactions = [] }: ReactionChanges,
  at: Date,
): Promise<{ added: string[]; removed: string[] }> => {
  // In one order in every transaction, so that two of them cannot wait for each other.
  const adding = [...new Set(addedReactions)].filter((emoji) => !removedReactions.includes(emoji)).sort();
  const gone =
    removedReactions.length === 0
      ? []
      : await tx
          .deleteFrom('comment_reactions')
          .where('organization_id', '=', to.organization_id)
          .where('comment_id', '=', to.comment_id)
          .where('reply_id', '=', to.reply_id)
          .where('user_id', '=', userId)
          .where('emoji', '=', sql<string>`any(${removedReactions})`)
          .returning('emoji')
          .execute();
  const come =
    adding.length === 0
      ? []
      : await tx
          .insertInto('comment_reactions')
          .values(adding.map((emoji) => ({ ...to, emoji, user_id: userId, reacted_at: at })))
          .onConflict((conflict) => conflict.doNothing())
          .returning('emoji')
          .execute();
  return { added: come.map(({ emoji }) => emoji), removed: gone.map(({ emoji }) => emoji) };
};

/** How many reactions to something somebody has. */
export const countReactions = async (
  tx: DatabaseTransaction,
  to: ReactedKey,
  userId: string,
): Promise<number> => {
  const { count } = await tx
    .selectFrom('comment_reactions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('organization_id', '=', to.organization_id)
    .where('comment_id', '=', to.comment_id)
    .where('reply_id', '=', to.reply_id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Removes all reactions to something that goes. */
export const deleteReactions = async (tx: DatabaseTransaction, to: ReactedKey): Promise<void> => {
  await tx
    .deleteFrom('comment_reactions')
    .where('organization_id', '=', to.organization_id)
    .where('comment_id', '=', to.comment_id)
    .where('reply_id', '=', to.reply_id)
    .execute();
};
