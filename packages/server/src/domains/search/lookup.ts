import type { Segment } from './segment.ts';
import { editDistance, isCorrectable, maxDistanceOf, signatureOf } from './spelling.ts';

/** A word of a query, with its stem; that of a stop word is empty. */
export interface QueryWord {
  readonly text: string;
  readonly stem: string;
}

/** A word of a segment that matches a word of a query. */
export interface Term {
  /** Its number in the segment. */
  readonly word: number;
  readonly weight: number;
  /** Whether it counts in titles and headings only. */
  readonly isForNames: boolean;
}

const WEIGHT = { same: 1, form: 0.8, prefix: 0.4 } as const;

/** The first position whose value is not below a text. */
const lowerBound = (length: number, valueAt: (at: number) => string, text: string): number => {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (valueAt(middle) < text) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The words of a segment that begin with a word of a query, or have a stem that begins with its stem. */
export const termsOf = (segment: Segment, { text, stem }: QueryWord): Term[] => {
  const { words, stems, byStem } = segment;
  const terms: Term[] = [];
  for (let at = lowerBound(words.length, (one) => words[one]!, text); at < words.length; at++) {
    const word = words[at]!;
    if (!word.startsWith(text)) break;
    const isSame = word.length === text.length;
    const isForm = stem !== '' && stems[at] === stem;
    terms.push({
      word: at,
      weight: isSame ? WEIGHT.same : isForm ? WEIGHT.form : WEIGHT.prefix,
      // Stop words in texts are found only whole.
      isForNames: !isSame && stems[at] === '',
    });
  }
  if (stem === '') return terms;
  const stemAt = (one: number) => stems[byStem[one]!]!;
  for (let at = lowerBound(byStem.length, stemAt, stem); at < byStem.length; at++) {
    const found = stemAt(at);
    if (!found.startsWith(stem)) break;
    const word = byStem[at]!;
    if (words[word]!.startsWith(text)) continue;
    terms.push({ word, weight: found === stem ? WEIGHT.form : WEIGHT.prefix, isForNames: false });
  }
  return terms;
};

const bitsIn = (value: number): number => {
  let count = 0;
  for (let rest = value; rest !== 0; rest &= rest - 1) count++;
  return count;
};

/** The words of titles and headings that are nearest to a misspelt word. */
export const nearestNames = (segments: readonly Segment[], { text }: QueryWord): QueryWord[] => {
  if (!isCorrectable(text)) return [];
  const max = maxDistanceOf(text);
  const signature = signatureOf(text);
  let nearest: QueryWord[] = [];
  let least = max;
  for (const { names, signatures, words, stems } of segments)
    for (let at = 0; at < names.length; at++) {
      // An edit changes at most two letters of the signature.
      if (bitsIn(signatures[at]! ^ signature) > 2 * least) continue;
      const word = names[at]!;
      const distance = editDistance(text, words[word]!, least);
      if (distance === 0 || distance > least) continue;
      if (distance < least) nearest = [];
      least = distance;
      nearest.push({ text: words[word]!, stem: stems[word]! });
    }
  return nearest;
};
