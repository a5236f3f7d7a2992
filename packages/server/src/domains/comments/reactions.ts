import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { invalid } from '../../kernel/errors/errors.ts';
import { canonicalEmoji } from './canonical-emoji.ts';
import {
  changeReactions,
  countReactions,
  type ReactionChanges,
  type ReactionTargetKey,
} from './reactions.store.ts';

// For one user and one comment or reply.
const MAX_REACTIONS = 50;

/** Adds and removes reactions of a user; returns the actual changes. */
export const react = async (
  tx: DatabaseTransaction,
  to: ReactionTargetKey,
  userId: string,
  { addedReactions = [], removedReactions = [] }: ReactionChanges,
  at: Date,
): Promise<{ added: string[]; removed: string[] }> => {
  const changed = await changeReactions(
    tx,
    to,
    userId,
    {
      addedReactions: addedReactions.map(canonicalEmoji),
      removedReactions: removedReactions.map(canonicalEmoji),
    },
    at,
  );
  if (changed.added.length > 0 && (await countReactions(tx, to, userId)) > MAX_REACTIONS)
    throw invalid({
      path: 'body.addedReactions',
      message: `exceeds the limit of ${MAX_REACTIONS} different reactions`,
    });
  return changed;
};
