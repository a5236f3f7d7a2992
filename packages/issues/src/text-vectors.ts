import { centerVectors } from './centering.ts';
import { type Embedding, toBytes } from './embedding.ts';

/** The vector of a text, to compare with those of other texts by their dot product. */
export type TextVector = (text: string) => Int8Array;

// The beginning of a text says what it is about.
const MAX_LENGTH = 1500;

/** Makes vectors that do not depend on other texts: what texts have in common is the mean of texts in general. */
export const createTextVectors =
  (embedding: Embedding): TextVector =>
  (text) =>
    toBytes(
      centerVectors(embedding.defaultMean, embedding, [
        embedding.vectorOf(text.slice(0, MAX_LENGTH).toWellFormed()),
      ])[0]!,
    );
