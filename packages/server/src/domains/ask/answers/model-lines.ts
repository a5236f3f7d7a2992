/** A sentence of a language model, with the numbers of the passages that say it. */
export interface Sentence {
  readonly kind: 'sentence';
  readonly text: string;
  readonly passages: readonly number[];
}

/** A line of the response of a language model. */
export type ModelLine =
  | Sentence
  | { readonly kind: 'followup'; readonly text: string }
  | { readonly kind: 'none' };

const MAX_LENGTH = 500;
const CITATION = /\[(\d{1,3})\]/g;
const WORD = /[\p{L}\p{N}]+/gu;
// Shorter words hold a sentence together, and say nothing.
const MIN_WORD = 4;
// Forms of a word mostly begin alike.
const SAME_BEGINNING = 5;
const MIN_GROUNDED = 0.6;
// Longer words, and those with digits, tell which passage a sentence is from.
const TELLING = 6;

/** A text without markup and addresses. */
const plain = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]*>/g, '')
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '')
    .replace(/\b(?:www\.|mailto:|javascript:|data:)\S+/gi, '')
    .replace(/[`*_#|]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const wordsIn = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(WORD) ?? [];

// Numbers and codes have no forms.
const beginningOf = (word: string): string => (/\d/.test(word) ? word : word.slice(0, SAME_BEGINNING));

const beginningsIn = (text: string): string[] =>
  wordsIn(text)
    .filter((word) => word.length >= MIN_WORD || /\d/.test(word))
    .map(beginningOf);

// Host names and addresses of mail; a file name is one that a passage has.
const ADDRESS = /[\p{L}\p{N}_-]+(?:[.@][\p{L}\p{N}_-]+)*[.@][\p{L}\p{N}_-]{2,}/gu;
const NUMBER = /\p{N}+/gu;

/** Whether a text has all addresses and numbers of a sentence: others could lead readers elsewhere. */
const hasAddressesOf = (sentence: string, text: string): boolean => {
  const known = text.normalize('NFKC').toLowerCase();
  const written = sentence.normalize('NFKC').toLowerCase();
  const numbers = new Set(known.match(NUMBER));
  return (
    (written.match(ADDRESS) ?? []).every((address) => known.includes(address)) &&
    (written.match(NUMBER) ?? []).every((number) => numbers.has(number))
  );
};

/** Whether most words of a sentence are in a text. */
export const isGrounded = (sentence: string, text: string): boolean => {
  const words = beginningsIn(sentence);
  if (words.length === 0) return false;
  const known = new Set(beginningsIn(text));
  return words.filter((word) => known.has(word)).length / words.length >= MIN_GROUNDED;
};

/** Whether a telling word of a sentence is in another passage, and not in the one that is said to say it. */
const isFromElsewhere = (sentence: string, texts: readonly string[], at: number): boolean => {
  const own = new Set(beginningsIn(texts[at]!));
  const others = new Set(texts.flatMap((text, other) => (other === at ? [] : beginningsIn(text))));
  return wordsIn(sentence)
    .filter((word) => word.length >= TELLING || /\d/.test(word))
    .map(beginningOf)
    .some((word) => !own.has(word) && others.has(word));
};

/**
 * Reads a line of a language model; undefined if it must not be shown: a sentence without a passage, or with words that
 * its passages do not have.
 */
export const readModelLine = (line: string, texts: readonly string[]): ModelLine | undefined => {
  const written = line.trim();
  if (/^NONE\b/.test(written)) return { kind: 'none' };
  if (written.startsWith('? ')) {
    const text = plain(written.slice(2).replace(CITATION, '')).slice(0, MAX_LENGTH);
    const all = texts.join('\n');
    return isGrounded(text, all) && hasAddressesOf(text, all) ? { kind: 'followup', text } : undefined;
  }
  const numbers = [...new Set([...written.matchAll(CITATION)].map(([, number]) => Number(number)))];
  const text = plain(written.replace(CITATION, '').replace(/^[-•\d.)\s]+(?=\S)/, '')).replace(
    /\s+([.,;:!?])/g,
    '$1',
  );
  if (text === '' || text.length > MAX_LENGTH || numbers.length === 0) return undefined;
  // Each passage has to say it, so that no page speaks with the name of another.
  const passages = numbers.filter(
    (number) =>
      texts[number - 1] !== undefined &&
      isGrounded(text, texts[number - 1]!) &&
      hasAddressesOf(text, texts[number - 1]!) &&
      !isFromElsewhere(text, texts, number - 1),
  );
  return passages.length > 0 ? { kind: 'sentence', text, passages } : undefined;
};
