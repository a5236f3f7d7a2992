import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createEmbedding, createTextVectors, parseWordVectors, type TextVector } from '@lectern/issues';

/** The dimensions of the vectors of texts. */
export const TEXT_DIMENSIONS = 256;

/** Reads the word vectors that come with the program; takes some tens of milliseconds. */
export const loadEmbedding = () =>
  createEmbedding(
    parseWordVectors(readFileSync(createRequire(import.meta.url).resolve('@lectern/issues/data/words.bin'))),
  );

/** Makes vectors of texts; reads the word vectors with the first one. */
export const lazyTextVectors = (): TextVector => {
  let vectorOf: TextVector | undefined;
  return (text) => {
    vectorOf ??= createTextVectors(loadEmbedding());
    return vectorOf(text);
  };
};
