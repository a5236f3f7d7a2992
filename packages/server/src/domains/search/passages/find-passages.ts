import type { QueryWord } from '../lookup.ts';
import type { LiveSegment } from '../rank.ts';
import { type PassageHit, rankPassages } from './rank-passages.ts';
import { rankByVectors, similarityOf, type VectorHit } from './rank-vectors.ts';
import type { SegmentVectors } from './segment-vectors.ts';

/** A segment with the vectors of its sections. */
export interface EmbeddedSegment extends LiveSegment {
  readonly vectors: SegmentVectors;
}

/** What is asked: the words that tell something, and the vector of the question. */
export interface AskedWords {
  readonly words: readonly QueryWord[];
  readonly vector: Int8Array;
}

/** A section that may answer a question, with its similarity to it. */
export interface RankedPassage extends PassageHit {
  /** From -1 to 1; 0 for sections without a vector. */
  readonly similarity: number;
}

const BY_WORDS = 50;
const BY_VECTORS = 20;
// Reciprocal rank fusion. Words name things, so they say more than vectors of words.
const FUSION_RANK = 5;
const VECTOR_WEIGHT = 0.3;
// Of the score of a passage, beside that of its words.
const SIMILARITY_WEIGHT = 0.2;
const TITLE_WEIGHT = 0.2;

type Found = Pick<PassageHit, 'segment' | 'page' | 'section'>;

/** Merges the sections found by words and by vectors, by their ranks. */
export const fuse = (
  byWords: readonly PassageHit[],
  byVectors: readonly VectorHit[],
  limit: number,
): PassageHit[] => {
  const numbers = new Map<object, number>();
  const keyOf = ({ segment, page, section }: Found): string => {
    if (!numbers.has(segment)) numbers.set(segment, numbers.size);
    return `${numbers.get(segment)}/${page}/${section}`;
  };
  const all = new Map<string, { readonly hit: PassageHit; rank: number }>();
  const add = (hit: PassageHit, amount: number): void => {
    const known = all.get(keyOf(hit));
    if (known) known.rank += amount;
    else all.set(keyOf(hit), { hit, rank: amount });
  };
  for (const [at, hit] of byWords.entries()) add(hit, 1 / (FUSION_RANK + at));
  for (const [at, { segment, page, section }] of byVectors.entries())
    add({ segment, page, section, score: 0, coverage: 0, titleShare: 0 }, VECTOR_WEIGHT / (FUSION_RANK + at));
  return [...all.values()]
    .sort((a, b) => b.rank - a.rank)
    .slice(0, limit)
    .map(({ hit }) => hit);
};

/** Orders passages by their words, their similarity to the question, and the title of their page. */
export const rerank = (
  hits: readonly PassageHit[],
  vectorsOf: (hit: PassageHit) => SegmentVectors,
  vector: Int8Array,
): RankedPassage[] => {
  const best = Math.max(1e-9, ...hits.map(({ score }) => score));
  return hits
    .map((hit) => {
      const similarity = similarityOf(hit, vectorsOf(hit), vector);
      const score = hit.score / best + SIMILARITY_WEIGHT * similarity + TITLE_WEIGHT * hit.titleShare;
      return { ...hit, similarity, score };
    })
    .sort((a, b) => b.score - a.score);
};

/** The sections that may answer a question, best first: found by words and by vectors, merged and reranked. */
export const findPassages = (
  segments: readonly EmbeddedSegment[],
  { words, vector }: AskedWords,
  limit: number,
): RankedPassage[] => {
  if (words.length === 0) return [];
  const vectors = new Map(segments.map((one) => [one.segment, one.vectors]));
  const found = fuse(
    rankPassages(segments, words, BY_WORDS),
    rankByVectors(segments, vector, BY_VECTORS),
    BY_WORDS,
  );
  return rerank(found, ({ segment }) => vectors.get(segment)!, vector).slice(0, limit);
};
