import { describe, expect, test } from 'vitest';
import { parseMarkdown, printMarkdown } from '../index.ts';

/** A megabyte shows more and takes minutes; a fifth of it shows what grows faster than its length. */
const size = Number(process.env.LECTERN_HOSTILE_SIZE ?? 200_000);
const many = (piece: string): string => piece.repeat(Math.ceil(size / piece.length));

/** Much of each thing that has slowed a parser down before. */
const hostile: Readonly<Record<string, string>> = {
  'quotes in quotes': many('>'),
  'lists in lists': many('- '),
  'ordered lists in lists': many('1. '),
  'lists by indentation': Array.from(
    { length: Math.floor(Math.sqrt(size) / 3) },
    (_, depth) => `${'  '.repeat(depth)}- a\n`,
  ).join(''),
  'tags in tags': many('{% hint %}\n'),
  'tags on one line': many('{% tabs %}{% tab %}'),
  'tags that never end': many('{% x a="\n'),
  'half links': many('[a]('),
  brackets: many('['),
  'half strikethrough': many('~~a'),
  'setext lines': many('a\n='),
  'half emphasis': many('*a **b _c '),
  'spaces in a line': `a${many(' ')}b`,
  'summaries that never end': many('<summary>'),
  'short rows of a wide table': `${'| a '.repeat(1000)}|\n${'|---'.repeat(1000)}|\n${many('| b |\n')}`,
};

describe('much of', () => {
  for (const [name, markdown] of Object.entries(hostile))
    test(name, { timeout: 240_000 }, () => {
      const printed = printMarkdown(parseMarkdown(markdown));
      expect(printed.length).toBeGreaterThan(1000);
      // What is written down grows with what was written, too.
      expect(printed.length).toBeLessThan(4 * markdown.length);
    });
});
