import { describe, expect, test, vi } from 'vitest';
import { parseMarkdown, printMarkdown } from '../index.ts';
import { runs } from '../testing/deep.ts';
import { type LineNode, lineText } from './line.ts';
import { words } from './words.testing.ts';

/** A megabyte shows more and takes minutes; a part of it shows what grows faster than its length. */
const size = Number(process.env.LECTERN_HOSTILE_SIZE ?? runs(200_000, 40_000));
const many = (piece: string): string => piece.repeat(Math.ceil(size / piece.length));

/** Much of each thing that has slowed a parser down before. */
const hostile: Readonly<Record<string, string>> = {
  'quotes in quotes': many('>'),
  // With a word at the end: without one, this is a line across the page.
  'lists in lists': `${many('- ')}a`,
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

describe('parsing takes linear time for many', () => {
  for (const [name, markdown] of Object.entries(hostile))
    test(name, () => {
      const printed = printMarkdown(parseMarkdown(markdown));
      expect(printed.length).toBeGreaterThan(1000);
      // What is written down grows with what was written, too.
      expect(printed.length).toBeLessThan(4 * markdown.length);
    });
});

/** Things that once cost the square of their length in one place or another, and every word of which is to be kept. */
const costly: Readonly<Record<string, string>> = {
  'delimiters in a paragraph of a list': `- a\n\n    ${'*a_b'.repeat(10_000)}`,
  'delimiters after a fence that its list closes': `- \`\`\`\n\n${'*a_b'.repeat(10_000)}`,
  'delimiters after a tag': `<b>${'*a_b'.repeat(10_000)}`,
  'delimiters after a comment': `<!-- c -->\n${'*a_b'.repeat(10_000)}`,
  'delimiters in a cell': `| a |\n|---|\n| ${'*a_b'.repeat(10_000)} |`,
  'columns of a table': `${'| a '.repeat(5000)}|\n${'|---'.repeat(5000)}|\n${'| b '.repeat(5000)}|\n`,
  'cells of a row': `|a|b|\n|-|-|\n${'|cell'.repeat(10_000)}`,
  'lists by indentation': Array.from({ length: 300 }, (_, depth) => `${' '.repeat(2 * depth)}- a\n`).join(''),
  'ordered lists by indentation': Array.from(
    { length: 150 },
    (_, depth) => `${' '.repeat(3 * depth)}1. a\n${' '.repeat(3 * depth)}1. b\n`,
  ).join(''),
  'addresses in a row': 'http://'.repeat(4000),
  'names of hosts in a row': 'www.'.repeat(6000),
  'addresses of mail in a row': 'a.b@c.'.repeat(3000),
  'addresses of mail': 'a@b.c '.repeat(3000),
  'lines that go on in a quote': `> ${'a  \n'.repeat(8000)}`,
  'escaped characters in a line': '\\#a b '.repeat(5000),
  'tags in a line, which are none': '{% if a %}b{% endif %} '.repeat(2000),
  'emoji in a line': ':dog: a b '.repeat(5000),
  'footnotes in footnotes': '[^a]: '.repeat(5000),
};

describe('nothing is lost, and a second pass changes nothing, for many', () => {
  for (const [name, markdown] of Object.entries(costly))
    test(name, () => {
      const document = parseMarkdown(markdown);
      const printed = printMarkdown(document);
      expect(printed.length).toBeLessThan(4 * markdown.length);
      expect(printMarkdown(parseMarkdown(printed)) === printed).toBe(true);
      const kept = words(printed);
      for (const [word, count] of words(markdown)) expect(kept.get(word) ?? 0).toBeGreaterThanOrEqual(count);
    });
});

test.each([
  ['escaped characters', '\\#a b '],
  ['tags that are none', '\\{% if a %}b\\{% endif %} '],
  ['emoji', ':dog: a b '],
  ['breaks', 'a b\\\n'],
])('%s in a paragraph cost as much each, however many there are', (_, piece) => {
  // The work that grew with the square of them: moving what follows.
  const moved = (count: number): number => {
    const text = piece.repeat(count);
    const { splice } = Array.prototype;
    let sum = 0;
    const spy = vi.spyOn(Array.prototype, 'splice').mockImplementation(function (this: unknown[], ...given) {
      sum += this.length - Number(given[0]);
      return splice.apply(this, given as [number, number]);
    });
    try {
      parseMarkdown(text);
      return sum;
    } finally {
      spy.mockRestore();
    }
  };
  expect(moved(4000)).toBeLessThan(6 * moved(1000) + 10_000);
});

test('stand-in characters in the source are preserved', () => {
  const text = `a\uFDD0b\uFDEFc\uFFFFd\uFFFF\uFDD3e & c`;
  expect(lineText(parseMarkdown(text).nodes[0]!.nodes as readonly LineNode[])).toBe(text);
});

test('breaks in paragraphs of thousands of lines are preserved', () => {
  const text = 'a  \n'.repeat(3000);
  const line = lineText(parseMarkdown(text).nodes[0]!.nodes as readonly LineNode[]);
  expect(line.split('\n')).toHaveLength(3000);
});

test('replaced characters in code are restored', () => {
  const code = `${'\\*a_b|`<!--'.repeat(2000)}\n${'|'.repeat(500)}\n${' '.repeat(200)}- a`;
  expect(printMarkdown(parseMarkdown(`~~~\n${code}\n~~~\n`))).toContain(code);
});
