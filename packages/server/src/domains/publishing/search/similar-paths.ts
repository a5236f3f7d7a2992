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

/** Distance of misspelt words from those of a path, each compared with the nearest one; undefined if one is too far. */
export const distanceToPath = (written: readonly string[], path: string): number | undefined => {
  const words = wordsIn(path);
  let sum = 0;
  for (const word of written) {
    const nearest = Math.min(...words.map((one) => distance(word, one)));
    if (nearest > (word.length > 4 ? 2 : 1)) return undefined;
    sum += nearest;
  }
  return sum;
};
