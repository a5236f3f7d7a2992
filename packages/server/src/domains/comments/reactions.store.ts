import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { type UserRow, userOf } from '../identity/index.ts';

/** The key of the comment or reply of a reaction. */
export interface ReactionTargetKey {
  readonly organization_id: string;
  readonly comment_id: string;
  /** Empty for the comment itself. */
  readonly reply_id: string;
}

/** A reaction with its user. */
export interface ReactionRow {
  readonly emoji: string;
  readonly at: string;
  readonly user: UserRow;
}

/** Reactions to add and to remove. */
export interface ReactionChanges {
  readonly addedReactions?: readonly string[] | undefined;
  readonly removedReactions?: readonly string[] | undefined;
}

/** SQL for the reactions to a comment or reply as JSON, oldest first. */
export const reactionsOf = (organization: string, comment: string, reply?: string) => sql<
  ReactionRow[]
>`coalesce(
  (select json_agg(
      json_build_object('emoji', r.emoji, 'at', r.reacted_at, 'user', ${userOf('r.user_id')})
      order by r.reacted_at, r.emoji, r.user_id)
   from comment_reactions r
   where r.organization_id = ${sql.ref(organization)} and r.comment_id = ${sql.ref(comment)}
     and r.reply_id = ${reply === undefined ? sql.lit('') : sql.ref(reply)}), '[]')`;

/** Adds and removes reactions of a user; returns the actual changes. */
export const changeReactions = async (
  tx: DatabaseTransaction,
  to: ReactionTargetKey,
  userId: string,
  { addedReactions = [], removedReactions = [] }: ReactionChanges,
  at: Date,
): Promise<{ added: string[]; removed: string[] }> => {
  // Always in the same order, to avoid deadlocks.
  const adding = [...new Set(addedReactions)].filter((emoji) => !removedReactions.includes(emoji)).sort();
  const removed =
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
  const added =
    adding.length === 0
      ? []
      : await tx
          .insertInto('comment_reactions')
          .values(adding.map((emoji) => ({ ...to, emoji, user_id: userId, reacted_at: at })))
          .onConflict((conflict) => conflict.doNothing())
          .returning('emoji')
          .execute();
  return { added: added.map(({ emoji }) => emoji), removed: removed.map(({ emoji }) => emoji) };
};

/** The number of reactions of a user to a comment or reply. */
export const countReactions = async (
  tx: DatabaseTransaction,
  to: ReactionTargetKey,
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

/** Deletes all reactions to a comment or reply. */
export const deleteReactions = async (tx: DatabaseTransaction, to: ReactionTargetKey): Promise<void> => {
  await tx
    .deleteFrom('comment_reactions')
    .where('organization_id', '=', to.organization_id)
    .where('comment_id', '=', to.comment_id)
    .where('reply_id', '=', to.reply_id)
    .execute();
};
