/** The number of edits (insert, delete, replace, or swap neighbors) between two words; more than `max` is not counted. */
export const editDistance = (from: string, to: string, max: number): number => {
  if (Math.abs(from.length - to.length) > max) return max + 1;
  let [before, current]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      next[j] = Math.min(
        current![j]! + 1,
        next[j - 1]! + 1,
        current![j - 1]! + (isSame ? 0 : 1),
        isSwapped ? before![j - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, current] = [current, next];
  }
  return current![to.length]!;
};

const MIN_LENGTH = 4;
const LONG_WORD = 8;

/** Whether a word is long enough to be recognized with a typing error; a number is never corrected. */
export const isCorrectable = (word: string): boolean => word.length >= MIN_LENGTH && !/\d/.test(word);

/** How many edits a misspelled word may be away from the right one. */
export const maxDistanceOf = (word: string): number => (word.length >= LONG_WORD ? 2 : 1);

/** The letters of a word as a set of bits: words that differ in more letters than edits can change are not compared. */
export const signatureOf = (word: string): number => {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
};
