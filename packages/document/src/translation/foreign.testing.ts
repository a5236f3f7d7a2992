import type { Random } from '../testing/random.ts';

/** Sample words of several scripts: right to left, without spaces, with joined letters, with emoji. */
export const scripts: Readonly<
  Record<string, { readonly words: readonly string[]; readonly space: string }>
> = {
  Arabic: { words: ['مرحبا', 'بالعالم', 'صفحة،', '\u200fنص\u200f', '١٢٣'], space: ' ' },
  Hebrew: { words: ['שלום', 'עולם', 'דף:', '(מדריך)'], space: ' ' },
  Japanese: { words: ['世界', 'こんにちは', '「頁」', 'ガイド。'], space: '' },
  Turkish: { words: ['İstanbul', 'ıĞüş', "sayfa'nın", 'e.g.'], space: ' ' },
  pictures: { words: ['👩‍👩‍👧', '🇩🇪', '👍🏽', 'é', 'x'], space: ' ' },
  signs: {
    words: [
      '*a*',
      '_b',
      '`c',
      '$$d',
      '# e',
      '- f',
      '1. g',
      '| h',
      '{% i %}',
      ':dog:',
      '[j](k)',
      '&lt;l&gt;',
      '&amp;amp;',
      '~~m',
      '!n',
      'http://o.p',
      'q@r.st',
      '\\u',
      '=',
      'v',
    ],
    space: ' ',
  },
};

interface Part {
  readonly open: string;
  readonly inside: readonly Part[];
  readonly close: string;
}

const isWord = ({ open, close }: Part): boolean => close === '' && !open.startsWith('<x');

const readParts = (coded: string): readonly Part[] => {
  const stack: { open: string; inside: Part[] }[] = [{ open: '', inside: [] }];
  for (const [token] of coded.matchAll(/<x [^>]*\/>|<x [^>]*>|<\/x>|[^<\s]+/g)) {
    if (token === '</x>') {
      const done = stack.pop()!;
      stack.at(-1)!.inside.push({ ...done, close: token });
    } else if (/^<x [^/]*[^/]>$/.test(token)) stack.push({ open: token, inside: [] });
    else stack.at(-1)!.inside.push({ open: token, inside: [], close: '' });
  }
  return stack[0]!.inside;
};

/** An engine that translates into another script and word order, and returns each placeholder once. */
export const createForeignEngine = (random: Random, script: string): ((coded: string) => string) => {
  const { words, space } = scripts[script]!;
  const shuffled = (parts: readonly Part[]): readonly Part[] =>
    parts
      .map((part) => ({ part, at: random.below(1000) }))
      .sort((a, b) => a.at - b.at)
      .map(({ part }) => part);
  const print = (parts: readonly Part[]): string =>
    shuffled(parts)
      .map((part) => (isWord(part) ? random.pick(words) : `${part.open}${print(part.inside)}${part.close}`))
      .join(space);
  return (coded) => print(readParts(coded));
};
