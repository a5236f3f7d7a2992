/**
 * Finds the blocks of comments in a text whose blocks keep their keys while they are edited, whichever key the server gives them
 * when they are saved. In a text that is shared, all have the keys of the first one who opened it: `sharedKeys` leads from those
 * that the text had before to these.
 */
export const createCommentKeys = (
  hasKey: (key: string) => boolean,
  sharedKeys: ReadonlyMap<string, string>,
) => {
  const known = new Map<string, string>();
  const current = (key: string | undefined): string | undefined => {
    if (key === undefined || hasKey(key)) return key;
    const shared = sharedKeys.get(key);
    return shared !== undefined && hasKey(shared) ? shared : undefined;
  };
  return {
    /** The key of the block of a comment; `key` is the one that it has on the server. */
    keyOf: (commentId: string, key: string): string => {
      const own = current(known.get(commentId)) ?? current(key);
      if (own === undefined) return key;
      known.set(commentId, own);
      return own;
    },
    /** Notes the block of a comment. */
    note: (commentId: string, key: string): void => void known.set(commentId, key),
  };
};
