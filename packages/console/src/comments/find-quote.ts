import type { Quote } from './discussion.ts';

const MAX_LENGTH = 2000;

/** The position of quoted words in a text; of fewer equal words than before, the last ones. */
export const findQuote = (text: string, { text: words, occurrence }: Quote): number | undefined => {
  let found: number | undefined;
  for (let at = text.indexOf(words), count = 0; at >= 0; at = text.indexOf(words, at + 1), count++) {
    found = at;
    if (count === occurrence) break;
  }
  return found;
};

/** The quote of a part of a text, without white space around it; undefined if nothing else is in it. */
export const quoteOf = (text: string, from: number, to: number): Quote | undefined => {
  const part = text.slice(from, to);
  const words = part.trim().slice(0, MAX_LENGTH).trimEnd();
  if (words === '') return undefined;
  const start = from + part.indexOf(words);
  let occurrence = 0;
  for (let at = text.indexOf(words); at >= 0 && at < start; at = text.indexOf(words, at + 1)) occurrence++;
  return { text: words, occurrence };
};
