import { toEnglish, withEnglishPhrases } from './dictionary.ts';
import { languageOf } from './stop-words.ts';
import { stemOf, wordsOf } from './tokenizer.ts';
import type { WordVectors } from './word-vectors.ts';

/** A range of dimensions that is normalized, centered and weighted separately. */
export interface Part {
  readonly from: number;
  readonly to: number;
  /** Its share of the similarity of two vectors. */
  readonly weight: number;
}

/** Converts texts to vectors. */
export interface Embedding {
  readonly parts: readonly Part[];
  readonly dimensions: number;
  /** The mean of texts in general. */
  readonly defaultMean: Float32Array;
  vectorOf(text: string): Int8Array;
}

/** A word of a text, in English if its translation is known. */
interface Term {
  readonly word: string;
  /** Whether its word vector may be used. */
  readonly isKnown: boolean;
  /** Its weight, besides its rarity. */
  readonly share: number;
}

// The usual constant of smooth inverse frequency (SIF) weighting.
const SIF_CONSTANT = 1e-3;
// Dimensions for hashed words, besides those of word vectors.
const HASH_DIMENSIONS = 156;
const HASHES_PER_TERM = 4;
const MEANING_WEIGHT = 0.5;
// The length of the default mean; vectors of English texts lie in a narrow cone.
const DEFAULT_MEAN_LENGTH = 0.7;
const GRAM = 3;
// Stop words make two questions similar as well, but less.
const STOP_WORD_WEIGHT = 0.75;
// Words of this frequency in English are often names and technical terms, which other languages share.
const INTERNATIONAL_RANK = 20_000;

/** The frequency of a word, by Zipf's law. */
const frequencyAt = (rank: number, size: number) => 1 / ((rank + 2.7) * Math.log(size));

/** The weight of a term, between 0 and about 1. */
const weightAt = (rank: number, size: number) => Math.sqrt(Math.log((rank + 30) / 10) / Math.log(size / 10));

const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
};

/** Mixes the bits of a number (the finalizer of MurmurHash3). */
const mixBits = (number: number): number => {
  let x = number;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
};

/** Adds a term at hashed dimensions, which two terms rarely share. */
const addTerm = (to: Float32Array, from: number, term: string, amount: number): void => {
  const hash = hashOf(term);
  for (let i = 1; i <= HASHES_PER_TERM; i++) {
    const bits = mixBits(hash + Math.imul(i, 0x9e3779b9));
    to[from + ((bits >>> 1) % HASH_DIMENSIONS)]! += bits & 1 ? amount : -amount;
  }
};

/** The character n-grams of a word. */
const gramsOf = (word: string): string[] => {
  const text = [...`^${word}$`];
  // In scripts without spaces, two characters are often a word.
  const length = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Hangul}]/u.test(word) ? 2 : GRAM;
  return Array.from({ length: Math.max(1, text.length - length + 1) }, (_, at) =>
    text.slice(at, at + length).join(''),
  );
};

/** Normalizes a range of a vector; a zero vector stays zero. */
export const normalize = (vector: Float32Array, from = 0, to = vector.length, length = 1): void => {
  let sum = 0;
  for (let d = from; d < to; d++) sum += vector[d]! ** 2;
  const factor = sum < 1e-12 ? 0 : length / Math.sqrt(sum);
  for (let d = from; d < to; d++) vector[d]! *= factor;
};

/** A vector with one byte per dimension. */
export const toBytes = (vector: Float32Array): Int8Array =>
  Int8Array.from(vector, (value) => Math.max(-127, Math.min(127, Math.round(value * 127))));

/** Embeds texts by the meaning of their words (from word vectors) and by the words themselves (for every language). */
export const createEmbedding = (table: WordVectors): Embedding => {
  const { size, dimensions: meaning } = table;
  const dimensions = meaning + HASH_DIMENSIONS;
  const rankOf = (word: string) => table.rankOf(word.endsWith("'s") ? word.slice(0, -2) : word);
  const isInternational = (word: string) => (rankOf(word) ?? size) < INTERNATIONAL_RANK;

  /** The words of a text, translated to English where possible. */
  const termsOf = (text: string): Term[] => {
    const words = wordsOf(text);
    const { isEnglish, isStopWord } = languageOf(words);
    if (isEnglish)
      return words.map((word) => ({ word, isKnown: true, share: isStopWord(word) ? STOP_WORD_WEIGHT : 1 }));
    return wordsOf(withEnglishPhrases(text)).flatMap((word) => {
      if (isStopWord(word)) return [];
      const english = toEnglish(word);
      if (english.length > 0) return english.map((one) => ({ word: one, isKnown: true, share: 1 }));
      return [{ word, isKnown: isInternational(word), share: 1 }];
    });
  };

  const weightOf = (rank: number) => SIF_CONSTANT / (SIF_CONSTANT + frequencyAt(rank, size));

  const defaultMean = new Float32Array(dimensions);
  for (let rank = 0; rank < size; rank++)
    table.add(rank, frequencyAt(rank, size) * weightOf(rank), defaultMean);
  normalize(defaultMean, 0, meaning, DEFAULT_MEAN_LENGTH);

  return {
    dimensions,
    defaultMean,
    parts: [
      { from: 0, to: meaning, weight: MEANING_WEIGHT },
      { from: meaning, to: dimensions, weight: 1 - MEANING_WEIGHT },
    ],
    vectorOf: (text) => {
      const vector = new Float32Array(dimensions);
      const terms = new Map<string, number>();
      for (const { word, isKnown, share } of termsOf(text)) {
        const rank = isKnown ? rankOf(word) : undefined;
        if (rank !== undefined) table.add(rank, weightOf(rank), vector);
        const isContraction = rank === undefined && word.includes("'");
        const weight = weightAt(rank ?? (isContraction ? 0 : size), size) * share;
        const stem = stemOf(word);
        terms.set(stem, Math.max(terms.get(stem) ?? 0, weight));
        if (rank === undefined && !isContraction) {
          // Unknown words are compared by their n-grams.
          const grams = gramsOf(word);
          for (const gram of grams) terms.set(`#${gram}`, weight / 2 / Math.sqrt(grams.length));
        }
      }
      for (const [term, amount] of terms) addTerm(vector, meaning, term, amount);
      normalize(vector, 0, meaning);
      normalize(vector, meaning, dimensions);
      return toBytes(vector);
    },
  };
};
