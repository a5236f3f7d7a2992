import type { ComparisonCache } from '../diff/comparison.ts';
import { lineOf, tokenNumbers, tokensOf } from '../diff/tokens.ts';
import type { Inline, Text } from '../document.ts';
import { mergeHunks } from './hunks.ts';

/** Merges the words of a line if at least one word separates the edits; else undefined. */
export const mergeLine = (
  cache: ComparisonCache,
  base: readonly (Inline | Text)[],
  ours: readonly (Inline | Text)[],
  theirs: readonly (Inline | Text)[],
): (Inline | Text)[] | undefined => {
  const sides = { base: tokensOf(base), ours: tokensOf(ours), theirs: tokensOf(theirs) };
  const taken = mergeHunks(
    tokenNumbers(cache, sides.base),
    tokenNumbers(cache, sides.ours),
    tokenNumbers(cache, sides.theirs),
    { separates: (position) => sides.base[position]!.isWord, minGap: 2, minUnchangedRatio: 0.25 },
    cache.effort,
  );
  return taken && lineOf(taken.map(([side, position]) => sides[side][position]!));
};
