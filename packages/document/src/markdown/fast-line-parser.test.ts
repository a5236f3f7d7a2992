import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { law } from '../testing/random.ts';
import { corpora } from './corpora.testing.ts';
import { parseLineFast } from './fast-line-parser.ts';
import { parseSyntax } from './parse-syntax.ts';
import { type PositionedSyntax, parseByReference } from './reference-parser.testing.ts';
import type { Syntax } from './syntax.ts';

const pages = corpora();

const thoroughly = (markdown: string) => parseSyntax(markdown, { quickly: false });

const UNREAD = new Set(['position', 'referenceType', 'spread']);

/** A tree without where it is written, and without what nothing reads. */
const unplaced = (tree: readonly PositionedSyntax[]): readonly Syntax[] =>
  JSON.parse(
    JSON.stringify(tree, (key, value) => {
      if (UNREAD.has(key)) return undefined;
      if (!/^(?:link|image)Reference$/.test(value?.type)) return value;
      // Where it leads stands elsewhere, under its identifier.
      const { label: _, title: __, url: ___, ...rest } = value;
      return rest;
    }),
  );
const elsewise = (markdown: string) => unplaced(parseByReference(markdown));

const words = [
  'a',
  'b ',
  ' ',
  'é',
  '🎉',
  '1',
  ',',
  '.',
  '(',
  ')',
  '"',
  '!',
  '-',
  '|',
  '\u00a0',
  'snake_case',
];
const marks = [
  '*',
  '**',
  '***',
  '_',
  '__',
  '~',
  '~~',
  '`',
  '``',
  '\\',
  '<',
  '>',
  '&',
  ':',
  '$',
  '$$',
  '{',
  '{%',
];
const links = [
  '[',
  ']',
  '](u)',
  '](u_v "t")',
  '](<u>)',
  '![',
  '![a](u)',
  '[a](u)',
  '[r]',
  '[^n]',
  '[]',
  '[ ]',
];
const whole = [
  '`a`',
  '`a|b`',
  '`a\\|b`',
  '**a**',
  '*a*',
  '_a_',
  '**`a`**',
  '<br>',
  '<b>',
  ':dog:',
  '&amp;',
  '%}',
];
const elsewhere = [
  'https://a.b/c',
  'www.a.b',
  'm@a.bc',
  'http://',
  '@',
  '\\*',
  '\\`',
  '\\[',
  '\t',
  '\n',
  '\\\n',
];
const line = fc
  .array(fc.constantFrom(...words, ...marks, ...links, ...whole, ...elsewhere), { maxLength: 14 })
  .map((pieces) => pieces.join(''));
const definitions = '\n\n[r]: /r\n\n[^n]: note\n';
const places: readonly ((line: string) => string)[] = [
  (text) => text,
  (text) => `# ${text}`,
  (text) => `- ${text}\n- [ ] ${text}\n`,
  (text) => `> ${text}\n> ${text}`,
  (text) => `| ${text} | b |\n|---|---|\n| c | ${text} |`,
  (text) => `${text}\n===`,
];

describe('the fast line parser', () => {
  test('returns the nodes of the full parser', () => {
    law(
      fc.tuple(fc.constantFrom(...places), line),
      ([place, text]) => {
        const markdown = place(text) + definitions;
        expect(parseSyntax(markdown)).toEqual(thoroughly(markdown));
        expect(unplaced(thoroughly(markdown))).toEqual(elsewise(markdown));
      },
      1500,
    );
  });

  test.skipIf(pages.length === 0)('returns the nodes of the full parser for real documentation', () => {
    for (const { path, source } of pages)
      expect(unplaced(parseSyntax(source)), path).toEqual(elsewise(source));
  });

  test.each([
    ['Only words, and numbers: 1.', 1],
    ['A `word` of **bold**, *italic* and _both_', 8],
    ['See [the `guide`](guide.md#part "Part") (or not).', 3],
    ['![Picture](a_b.png)[![Badge](https://a.test/b.svg)](https://a.test)', 2],
    ['Escaped \\*words\\* and snake_case, 2 * 3, < 3 & more!', 1],
    ['One<br>two', 3],
  ])('parses %s', (text, count) => {
    expect(parseLineFast(text)).toHaveLength(count);
    expect(parseLineFast(text)).toEqual(thoroughly(text)[0]!.children);
  });

  test.each([
    'a *b',
    'a** b',
    '***a***',
    '[a]',
    '[a](b',
    '[^1]',
    '`a',
    '` a `',
    '&amp;',
    '<b>a</b>',
    ':dog:',
    'https://a.test',
    'www.a.test',
    'me@a.test',
    '~~a~~',
    '$$a$$',
    '{% a %}',
    'é*a*',
    'a ',
    '*a '.repeat(10_000),
  ])('leaves syntax to the full parser: %.20s', (text) => {
    expect(parseLineFast(text)).toBeUndefined();
  });
});
