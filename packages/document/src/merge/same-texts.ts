import { similarityOf } from '../diff/align.ts';
import type { ComparisonCache } from '../diff/comparison.ts';
import type { Block } from '../document.ts';

// Above this number, the texts of two blocks are not compared pairwise.
const MAX_PAIRS = 2_500;
const MIN_SIMILARITY = 0.5;

/** Texts that were edited in their block, with their similarity to the former or the new text. */
export type EditedTexts = ReadonlyMap<Block, number>;

/** Pairs the texts that a block had with those that it has instead: the most similar ones first. */
export const editedTexts = (
  cache: ComparisonCache,
  before: readonly Block[],
  after: readonly Block[],
): EditedTexts => {
  const edited = new Map<Block, number>();
  if (before.length * after.length > MAX_PAIRS) return edited;
  const pairs = before
    .flatMap((one) => after.map((other) => ({ one, other, similarity: similarityOf(cache, one, other) })))
    .filter(({ similarity }) => similarity >= MIN_SIMILARITY)
    .sort((a, b) => b.similarity - a.similarity);
  for (const { one, other, similarity } of pairs) {
    if (edited.has(one) || edited.has(other)) continue;
    edited.set(one, similarity);
    edited.set(other, similarity);
  }
  return edited;
};

/** Whether a text is mostly equal to another one. */
export const isEditedText = (cache: ComparisonCache, one: Block, other: Block): boolean =>
  similarityOf(cache, one, other) >= MIN_SIMILARITY;

/** Whether a text is an equal or a mostly equal one of another block, and not rather an edit in its place. */
export const isSameText = (
  cache: ComparisonCache,
  one: Block,
  other: Block,
  similarityInPlace: () => number,
): boolean => {
  if (cache.numberOf(one) === cache.numberOf(other)) return true;
  const similarity = similarityOf(cache, one, other);
  return similarity >= MIN_SIMILARITY && similarity > similarityInPlace();
};
