import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMarkdown, printMarkdown } from '../index.ts';
import { law } from '../testing/random.ts';
import { parseSyntax } from './parse-syntax.ts';
import { type PositionedSyntax, parseByReference } from './reference-parser.testing.ts';
import type { Syntax } from './syntax.ts';

/** What the nodes of both compilers have in common. */
const common = (nodes: readonly (Syntax & PositionedSyntax)[]): readonly unknown[] =>
  nodes.map(({ type, value, identifier, alt, children, ...node }) => ({
    ...{ type, value, identifier },
    alt: alt || undefined,
    url: node.url || undefined,
    children: children && common(children),
  }));

const pieces = [
  ...['*', '**', '***', '_', '__', '*a*', '**b**', '~~', '~~', '~', '*****', '__c__', '_d'],
  ...['a', 'b c', ' ', ' ', '.', '\n', '  \n', '\\\n', 'é', '“', '\n  '],
  ...['[', ']', '![', '](x)', '](', '[^1]', '![^1]', '[r]', '][r]', '![', ']', '(', ')'],
  ...[
    '`',
    '``',
    '```',
    '<b>',
    '</b>',
    '<!--',
    '-->',
    '<?',
    '?>',
    '<!A',
    '>',
    '<![CDATA[',
    ']]>',
    '<a b="',
    '"',
  ],
  ...['\\*', '\\', ' &amp;', '$$', ':dog:', '{% a %}', 'www.a.b', 'http://a.b', 'a@b.c', '<http://a>', '@'],
];
const anyText = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 24 })
  .map((all) => `x${all.join('')}x\n\n[r]: y\n\n[^1]: z\n`);

test('texts are parsed to the same nodes as by the constructs of the library', () => {
  law(
    anyText,
    (markdown) => {
      const nodes = parseSyntax(markdown, { quickly: false, minLines: Number.POSITIVE_INFINITY });
      expect(common(nodes)[0]).toEqual(common(parseByReference(markdown))[0]);
    },
    5000,
  );
});

const addressPieces = [
  ...['www.', 'WWW.', 'http://', 'HTTPS://', 'a', 'b-', '_', '_', '.', '.', 'é', '“', '@', '/', ' ', '\n'],
  ...['(', ')', '[', ']', '](x)', '![', '[^1]', '!', '*', '~~', '&x;', '&a', ';', ':', '<', '>', '"', '?'],
];
const anyAddress = fc
  .array(fc.constantFrom(...addressPieces), { minLength: 2, maxLength: 24 })
  .map((all) => `x ${all.join('')}\n\n[^1]: z\n`);

test('addresses are the same as by the constructs of the library', () => {
  law(
    anyAddress,
    (markdown) => {
      const nodes = parseSyntax(markdown, { quickly: false, minLines: Number.POSITIVE_INFINITY });
      expect(common(nodes)[0]).toEqual(common(parseByReference(markdown))[0]);
    },
    5000,
  );
});

const markers = ['', '', '> ', '> > ', '>', '- ', '1. ', '  ', '    ', '[^1]: '];
const lineTexts = [
  'a',
  'a',
  'b|c',
  '|-|-|',
  '```',
  '[r]: y',
  '===',
  '---',
  '<b>',
  '<!--',
  '$$',
  '{% a %}',
  '',
];
const anyLines = fc
  .array(fc.tuple(fc.constantFrom(...markers), fc.constantFrom(...lineTexts)), { maxLength: 12 })
  .map((lines) => `x\n${lines.map((line) => `${line.join('')}\n`).join('')}`);

test('lines without the markers of their containers are the same as by the constructs of the library', () => {
  law(
    anyLines,
    (markdown) => {
      const nodes = parseSyntax(markdown, { quickly: false, minLines: Number.POSITIVE_INFINITY });
      expect(common(nodes)).toEqual(common(parseByReference(markdown)));
    },
    3000,
  );
});

const many = (piece: (at: number) => string, count: number): string =>
  Array.from({ length: count }, (_, at) => piece(at)).join(', ');
const countOf = (markdown: string, type: string): number =>
  JSON.stringify(parseMarkdown(markdown)).split(`"type":"${type}"`).length - 1;
const link = (at: number): string => `[@user${at}](https://x.test/${at})`;

describe('however many there are, markup is markup', () => {
  test.each([
    ['links in a paragraph', `${many(link, 3000)}\n`, 'link', 3000],
    ['links and marks in an item', `* ${many((at) => `${link(at)} by **@u_${at}**`, 1000)}\n`, 'link', 1000],
    ['links in a cell', `| A |\n| --- |\n| ${many(link, 2000)} |\n`, 'link', 2000],
    ['marks of each kind', `${many(() => '**b** ~~c~~ _d_ `e` <u>f</u> &amp;', 1000)}\n`, 'italic', 1000],
    ['addresses', `${many((at) => `www.x${at}.test`, 2000)}\n`, 'link', 2000],
    ['footnotes', `${many((at) => `word${at}[^1]`, 2000)}\n\n[^1]: Note\n`, 'annotation', 2000],
    [
      'columns',
      `${'| a '.repeat(300)}|\n${'| --- '.repeat(300)}|\n${'| b '.repeat(300)}|\n`,
      'paragraph',
      300,
    ],
    [
      'links in HTML cells',
      `<table data-full-width="true"><thead><tr><th>A</th></tr></thead><tbody><tr><td>${many((at) => `<a href="https://x.test/${at}">a</a>`, 2000)}</td></tr></tbody></table>\n`,
      'link',
      2000,
    ],
  ])('%s', (_, markdown, type, count) => {
    expect(countOf(markdown, type)).toBe(count);
    const printed = printMarkdown(parseMarkdown(markdown));
    expect(printed).not.toMatch(/\\[[*~|]/);
    expect(countOf(printed, type)).toBe(count);
    expect(printMarkdown(parseMarkdown(printed))).toBe(printed);
  });

  test('uses of a footnote share it when they are printed', () => {
    const markdown = 'one[^1] two[^1] three[^2]\n\n[^1]: Note\n\n[^2]: Other\n';
    expect(printMarkdown(parseMarkdown(markdown))).toBe(markdown);
  });

  test('lines of a quote without its marker go on with it after thousands of them', () => {
    const markdown = `> first\n${'lazy line\n'.repeat(2100)}> second\n`;
    expect(printMarkdown(parseMarkdown(markdown))).toMatch(/^> first lazy line .* lazy line second\n$/);
  });

  test('marks in marks of the same kind are one', () => {
    const depth = 20_000;
    const markdown = `${'**a '.repeat(depth)}${' a**'.repeat(depth)}\n`;
    const printed = printMarkdown(parseMarkdown(markdown));
    expect(printed.startsWith('**a a a')).toBe(true);
    expect(printed.endsWith('a a a**\n')).toBe(true);
  });

  test.each([
    ['emphasis that ends only', 'a* '],
    ['struck text that ends only', 'a~~ '],
    ['emphasis inside of words', '*a_b'],
    ['brackets that end only', ']'],
    ['comments that never end', 'a <!-- '],
    ['instructions that never end', 'a<? '],
    ['pictures in pictures', '!['],
    ['host names with underscores', 'www.a_'],
    ['host names after underscores', '_www.a'],
    ['addresses with underscores', 'http://a_'],
    ['addresses of mail with underscores', 'a@b_'],
  ])('%s takes linear time', (_, piece) => {
    // The work that grew with the square of them took minutes for so many.
    const markdown = piece.repeat(30_000);
    expect(printMarkdown(parseMarkdown(markdown)).length).toBeGreaterThan(markdown.length / 2);
  });

  test.each([
    ['dots in a host name', 'www.', '.'],
    ['punctuation in an address', 'www.a/', '!'],
    ['character references in an address', 'http://a/', '&a;'],
    ['closing brackets in an address', 'www.a/', ']'],
    ['addresses in a bracket', 'a [', 'www.a b@c.d '],
    ['words in a bracket at the start of a line', '[', 'a '],
  ])('%s take linear time', (_, before, piece) => {
    const markdown = `${before}${piece.repeat(100_000)}a`;
    expect(printMarkdown(parseMarkdown(markdown)).length).toBeGreaterThan(markdown.length / 2);
  });

  test.each([
    ['quotes whose depth changes', 2, 'a'],
    ['quotes of many depths', 10, 'a'],
    ['quotes of many depths with brackets', 20, '[!NOTE]-'],
  ])('%s take linear time', (_, depths, text) => {
    const lines = Array.from({ length: 50_000 }, (_, at) => `${'> '.repeat(1 + (at % depths))}${text}\n`);
    const markdown = lines.join('').slice(0, 300_000);
    expect(printMarkdown(parseMarkdown(markdown)).length).toBeGreaterThan(20_000);
  });

  test('lines without the marker of their quote take linear time', () => {
    // A definition of a footnote needs the full parser.
    const markdown = `> [^a]: x\n${'b\n'.repeat(30_000)}`;
    expect(printMarkdown(parseMarkdown(markdown)).length).toBeGreaterThan(20_000);
  });

  test('backticks of many lengths take linear time', () => {
    const markdown = Array.from({ length: 500 }, (_, at) => `${'`'.repeat(at + 1)} `).join('');
    expect(countOf(`x${markdown}`, 'code')).toBe(0);
  });
});
