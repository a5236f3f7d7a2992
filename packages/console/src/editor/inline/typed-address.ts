import { addressOf } from './link-targets.ts';

/** An address in a text: its place, and where a link with it leads. */
interface FoundAddress {
  readonly from: number;
  readonly to: number;
  readonly url: string;
}

// An address begins after a space or an opening bracket or quote. Names like `index.ts` are none.
const ADDRESS = /(?<=^|[\s([{<"'“‘«„])(?:https?:\/\/|www\.)[^\s<>\ufffc]+/gi;
const END_SIGNS = /[?!.,:;*_~'"“”’»…\]}]+$/;

const countOf = (text: string, sign: string): number => text.split(sign).length - 1;

/** An address without the signs of the sentence around it. */
const withoutEndSigns = (text: string): string => {
  const shorter = text.replace(END_SIGNS, '');
  const isOpen = shorter.endsWith(')') && countOf(shorter, ')') > countOf(shorter, '(');
  const next = isOpen ? shorter.slice(0, -1) : shorter;
  return next === text ? text : withoutEndSigns(next);
};

/** The addresses in a text, with a scheme or `www.`. */
export const addressesIn = (text: string): readonly FoundAddress[] =>
  [...text.matchAll(ADDRESS)].flatMap((match) => {
    const words = withoutEndSigns(match[0]);
    const url = addressOf(words);
    return url === undefined || words.length < 'www.a.b'.length
      ? []
      : [{ from: match.index, to: match.index + words.length, url }];
  });

/** The address at the end of a text, which signs of the sentence may follow. */
export const addressAtEnd = (text: string): FoundAddress | undefined => {
  const word = /\S+$/.exec(text);
  if (!word) return undefined;
  return addressesIn(text).findLast(({ from }) => from >= word.index);
};

/** The address that a whole text is. */
export const wholeAddress = (text: string): string | undefined => {
  const trimmed = text.trim();
  return /^(?:https?:\/\/|www\.|mailto:|tel:)/i.test(trimmed) ? addressOf(trimmed) : undefined;
};
