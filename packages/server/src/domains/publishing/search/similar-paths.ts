/** The words of a path, in lower case. */
export const wordsIn = (path: string): string[] => path.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Levenshtein distance of two words; Infinity if it exceeds two. */
const distance = (a: string, b: string): number => {
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let at = 0; at < a.length; at++) {
    const next = [at + 1];
    for (let to = 0; to < b.length; to++)
      next.push(Math.min(row[to]! + (a[at] === b[to] ? 0 : 1), row[to + 1]! + 1, next[to]! + 1));
    if (Math.min(...next) > 2) return Number.POSITIVE_INFINITY;
    row = next;
  }
  return row.at(-1)! > 2 ? Number.POSITIVE_INFINITY : row.at(-1)!;
};

/** How near written words are to those of a path: the number of similar words, and the sum of their distances. */
export interface Similarity {
  readonly near: number;
  readonly distance: number;
}

/** Compares misspelt words with those of a path, each with the nearest one; undefined if fewer than half are similar. */
export const similarityToPath = (written: readonly string[], path: string): Similarity | undefined => {
  const words = wordsIn(path);
  const distances = written
    .map((word) => ({ word, nearest: Math.min(...words.map((one) => distance(word, one))) }))
    .filter(({ word, nearest }) => nearest <= (word.length > 4 ? 2 : 1));
  // A short word alone, such as "to", is in many paths.
  const isTelling = distances.length === written.length || distances.some(({ word }) => word.length > 3);
  if (distances.length === 0 || distances.length * 2 < written.length || !isTelling) return undefined;
  return { near: distances.length, distance: distances.reduce((sum, { nearest }) => sum + nearest, 0) };
};

/** Compares similarities; the more similar comes first. */
export const compareSimilarities = (a: Similarity, b: Similarity): number =>
  b.near - a.near || a.distance - b.distance;
