import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { invalid } from '../../kernel/errors/errors.ts';
import { canonicalEmoji, MAX_REACTIONS } from './canonical-emoji.ts';
import { changeReactions, countReactions, type ReactedKey, type ReactionChanges } from './reactions.store.ts';

/** Adds and removes somebody's reactions; says which were not there before and which no longer are. */
export const react = async (
  tx: DatabaseTransaction,
  to: ReactedKey,
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
      message: `would be more than ${MAX_REACTIONS} different reactions`,
    });
  return changed;
};
