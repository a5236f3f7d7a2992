import { inEnglish, withPhrases } from './dictionary.ts';
import { languageOf } from './stop-words.ts';
import { stemOf, wordsOf } from './tokenizer.ts';
import type { WordTable } from './word-vectors.ts';

/** A stretch of a vector that is normalised, centred and weighed for itself. */
export interface Part {
  readonly from: number;
  readonly to: number;
  /** Its share of the similarity of two vectors. */
  readonly weight: number;
}

/** How texts become vectors. */
export interface Embedding {
  readonly parts: readonly Part[];
  readonly dimensions: number;
  /** The mean of any texts, before those of an organization are known. */
  readonly usual: Float32Array;
  vectorOf(text: string): Int8Array;
}

/** A word of a text, in English where it is known. */
interface Term {
  readonly word: string;
  /** Whether the table of English words says what it means. */
  readonly isKnown: boolean;
  /** How much it counts for, beside how rare it is. */
  readonly share: number;
}

// How strongly frequent words are held back: the usual constant of smooth inverse frequencies.
const FREQUENT = 1e-3;
// Coordinates for what words are, beside those for what they mean.
const SPELLING = 156;
const COORDINATES_OF_A_TERM = 4;
const MEANING_SHARE = 0.5;
// The length of the mean of usual texts; English ones lie in a narrow cone.
const USUAL_LENGTH = 0.7;
const GRAM = 3;
// How something is asked makes two questions alike too, but less.
const COMMON_SHARE = 0.75;
// So frequent in English texts are names and terms of the trade that other languages use too; rarer ones only look alike.
const INTERNATIONAL = 20_000;

/** By Zipf's law: how often a word is met. */
const frequencyAt = (rank: number, size: number) => 1 / ((rank + 2.7) * Math.log(size));

/** How much a term tells, between 0 and about 1; a root, because issues are about ordinary words. */
const tellingAt = (rank: number, size: number) => Math.sqrt(Math.log((rank + 30) / 10) / Math.log(size / 10));

const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
};

/** Spreads a number over all bits (the finish of MurmurHash3). */
const spread = (number: number): number => {
  let x = number;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
};

/** Adds a term at coordinates of its own; those of two terms rarely meet. */
const addTerm = (to: Float32Array, from: number, term: string, amount: number): void => {
  const hash = hashOf(term);
  for (let i = 1; i <= COORDINATES_OF_A_TERM; i++) {
    const bits = spread(hash + Math.imul(i, 0x9e3779b9));
    to[from + ((bits >>> 1) % SPELLING)]! += bits & 1 ? amount : -amount;
  }
};

/** The pieces of a word that other forms of it share. */
const gramsOf = (word: string): string[] => {
  const text = [...`^${word}$`];
  // Scripts without spaces between words: two signs are often a word.
  const length = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Hangul}]/u.test(word) ? 2 : GRAM;
  return Array.from({ length: Math.max(1, text.length - length + 1) }, (_, at) =>
    text.slice(at, at + length).join(''),
  );
};

/** Makes a stretch of a vector one of length 1; what is nothing stays so. */
export const normalize = (vector: Float32Array, from = 0, to = vector.length, length = 1): void => {
  let sum = 0;
  for (let d = from; d < to; d++) sum += vector[d]! ** 2;
  const factor = sum < 1e-12 ? 0 : length / Math.sqrt(sum);
  for (let d = from; d < to; d++) vector[d]! *= factor;
};

/** A vector in a byte for each coordinate; each part has the length 1. */
export const toBytes = (vector: Float32Array): Int8Array =>
  Int8Array.from(vector, (value) => Math.max(-127, Math.min(127, Math.round(value * 127))));

/** Texts as vectors of what their words mean (from a table) and which words they are (for every language). */
export const createEmbedding = (table: WordTable): Embedding => {
  const { size, dimensions: meaning } = table;
  const dimensions = meaning + SPELLING;
  const rankOf = (word: string) => table.rankOf(word.endsWith("'s") ? word.slice(0, -2) : word);
  const isInternational = (word: string) => (rankOf(word) ?? size) < INTERNATIONAL;

  /** The words of a text; those of other languages in English where they are known. */
  const termsOf = (text: string): Term[] => {
    const words = wordsOf(text);
    const { isEnglish, isCommon } = languageOf(words);
    if (isEnglish)
      return words.map((word) => ({ word, isKnown: true, share: isCommon(word) ? COMMON_SHARE : 1 }));
    return wordsOf(withPhrases(text)).flatMap((word) => {
      if (isCommon(word)) return [];
      const english = inEnglish(word);
      if (english.length > 0) return english.map((one) => ({ word: one, isKnown: true, share: 1 }));
      return [{ word, isKnown: isInternational(word), share: 1 }];
    });
  };

  const weightOf = (rank: number) => FREQUENT / (FREQUENT + frequencyAt(rank, size));

  const usual = new Float32Array(dimensions);
  for (let rank = 0; rank < size; rank++) table.add(rank, frequencyAt(rank, size) * weightOf(rank), usual);
  normalize(usual, 0, meaning, USUAL_LENGTH);

  return {
    dimensions,
    usual,
    parts: [
      { from: 0, to: meaning, weight: MEANING_SHARE },
      { from: meaning, to: dimensions, weight: 1 - MEANING_SHARE },
    ],
    vectorOf: (text) => {
      const vector = new Float32Array(dimensions);
      const terms = new Map<string, number>();
      for (const { word, isKnown, share } of termsOf(text)) {
        const rank = isKnown ? rankOf(word) : undefined;
        if (rank !== undefined) table.add(rank, weightOf(rank), vector);
        const isContraction = rank === undefined && word.includes("'");
        const telling = tellingAt(rank ?? (isContraction ? 0 : size), size) * share;
        const stem = stemOf(word);
        terms.set(stem, Math.max(terms.get(stem) ?? 0, telling));
        if (rank === undefined && !isContraction) {
          // Words that are not known, and those of other languages, meet in their pieces.
          const grams = gramsOf(word);
          for (const gram of grams) terms.set(`#${gram}`, telling / 2 / Math.sqrt(grams.length));
        }
      }
      for (const [term, amount] of terms) addTerm(vector, meaning, term, amount);
      normalize(vector, 0, meaning);
      normalize(vector, meaning, dimensions);
      return toBytes(vector);
    },
  };
};
