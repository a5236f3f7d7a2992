import type { Contents } from '../diff/content.ts';
import { lineOf, tokenNumbers, tokensOf } from '../diff/tokens.ts';
import type { Inline, Text } from '../document.ts';
import { mergeHunks } from './hunks.ts';

/** Merges the words of a line if at least one word separates the edits; else undefined. */
export const mergeLine = (
  contents: Contents,
  base: readonly (Inline | Text)[],
  ours: readonly (Inline | Text)[],
  theirs: readonly (Inline | Text)[],
): (Inline | Text)[] | undefined => {
  const sides = { base: tokensOf(base), ours: tokensOf(ours), theirs: tokensOf(theirs) };
  const taken = mergeHunks(
    tokenNumbers(contents, sides.base),
    tokenNumbers(contents, sides.ours),
    tokenNumbers(contents, sides.theirs),
    { separates: (position) => sides.base[position]!.isWord, joins: 2, leastKept: 0.25 },
    contents.effort,
  );
  return taken && lineOf(taken.map(([side, position]) => sides[side][position]!));
};
