import fc from 'fast-check';
import { parse } from 'micromark';
import { describe, expect, test, vi } from 'vitest';
import { normalizeDocument, parseMarkdown } from '../index.ts';
import { law } from '../testing/random.ts';
import { segmentsOf } from '../translation/segments.ts';
import { documentPieces } from './document-pieces.ts';
import { parseSyntax } from './parse-syntax.ts';
import { type PositionedSyntax, parseByReference } from './reference-parser.testing.ts';
import type { Syntax } from './syntax.ts';

const lines = [
  ...[
    '',
    '',
    '',
    'text',
    'more **text** and [a]',
    '# Heading',
    '===',
    '---',
    '    code',
    '```',
    '~~~',
    '$$',
    '<div>',
  ],
  ...['</div>', '<!-- a', '-->', '<pre>', '</pre>', '| a | b |', '|---|---|', '{% hint %}', '{% endhint %}'],
  ...['{% code title="', '" %}', '[a]: b', '[^1]: note', 'word[^1]', '![a](b.png)', '<td>', 'lazy'],
];
const markers = ['* ', '* ', '- ', '+ ', '1. ', '2. ', '7) ', '> ', '> ', '- [x] ', '*', '-', '* * ', '* - '];
const indents = ['', '', '', ' ', '  ', '  ', '   ', '    ', '> ', '>', '\t'];
const line = fc
  .tuple(fc.constantFrom(...indents), fc.constantFrom('', ...markers), fc.constantFrom(...lines))
  .map((parts) => parts.join(''));
const anyMarkdown = fc.array(line, { maxLength: 30 }).map((all) => all.join('\n'));

const thoroughly = (markdown: string) =>
  parseSyntax(markdown, { quickly: false, minLines: Number.POSITIVE_INFINITY });

test('parts of any size have the same blocks as the whole', () => {
  law(anyMarkdown, (markdown) => {
    const whole = thoroughly(markdown);
    for (const minLines of [0, 3, 10]) {
      expect(parseSyntax(markdown, { minLines, quickly: false })).toEqual(whole);
      expect(parseSyntax(markdown, { minLines })).toEqual(whole);
    }
  });
});

test.each([
  '* > <!-- a\n* b',
  '* > <!-- a\n\n1. b',
  '> <!-- a\n',
  '* <!-- a\n\ntext',
  '* > ~~~\n  > a\n  >\n* b',
  '-\n   <!-- a\n- ---',
])('comments and code that are not closed end where their container does: %j', (markdown) => {
  const whole = thoroughly(markdown);
  for (const minLines of [0, 1, undefined]) {
    expect(parseSyntax(markdown, { minLines, quickly: false })).toEqual(whole);
    expect(parseSyntax(markdown, { minLines })).toEqual(whole);
  }
});

const simpleLines = [
  ...[
    '',
    '',
    '',
    '',
    'Words of *text* and [a]',
    'more words  ',
    '1990 was',
    '**Bold** start',
    '[a](b) is',
    '`code` is',
  ],
  ...[
    '# Heading',
    '## Heading #',
    '#',
    '---',
    '***',
    '===',
    '```js title',
    '```',
    '````',
    '~~~',
    '    indented',
  ],
  ...[
    '| a | b |',
    '| a | |',
    '||',
    '|---|:-:|',
    '| --- | ---: |',
    '|-|',
    '| a \\| b | c |',
    '| `a` | **b** | c |',
    ':-',
  ],
  ...[
    '{% hint style="info" %}',
    '{% endhint %}',
    '{% a b=\'c\' d="e %} f" %}',
    '{% code title="',
    '{% a %} b',
    '" %}',
  ],
  ...[
    '<div>',
    '</div>',
    '<figure><img src="a"></figure>',
    '<b>',
    '<!-- a',
    '-->',
    '<pre>',
    '</pre>',
    '[a]: b',
    '[^1]: n',
    "[A  b]: <c d> 'e'",
    '[c]: d "e',
    '[^1]:',
    '[^1]:\tn',
    '[^1]:\t',
    '    note',
    'word[^1] and [a]',
    '* * *',
    '- - -',
    '-',
    '1.',
    '\tcode',
    '\t\tcode',
    '$$',
    '$$',
    '  $$ ',
    '$$ a',
    '<!-- a -->',
    '<pre> a </pre> b',
    '<? a',
    '?>',
    '<script>',
    '     ',
    '*\tb',
    '>\t\tb',
  ],
];
const simpleMarkers = [
  '',
  '',
  '',
  '',
  '',
  '',
  '* ',
  '* ',
  '- ',
  '1. ',
  '2. ',
  '1) ',
  '* [ ] ',
  '- [x] ',
  '* [x]  ',
  '> ',
  '> ',
  '>',
  '> > ',
  '> * ',
  '* > ',
  '* - ',
  '10. ',
  '[^a]: ',
  '* [^b]: ',
];
const simpleIndents = [
  ...['', '', '', '', '', '  ', '  ', '   ', '    ', '      ', ' ', '> ', '>   '],
  ...['\t', '\t', '\t\t', ' \t', '>\t', '> \t'],
];
const simpleMarkdown = fc
  .array(
    fc
      .tuple(
        fc.constantFrom(...simpleIndents),
        fc.constantFrom(...simpleMarkers),
        fc.constantFrom(...simpleLines),
      )
      .map((parts) => parts.join('')),
    { maxLength: 16 },
  )
  .map((all) => all.join('\n'));

test('simple blocks are read to the same nodes as by the full parser', () => {
  law(
    simpleMarkdown,
    (markdown) => {
      expect(parseSyntax(markdown)).toEqual(thoroughly(markdown));
    },
    2000,
  );
});

test.each([
  'word[^1]\n[^1]:\tThe note\n',
  'word[^1]\n[^1]:\n    The note\n',
  'word[^1]\n[^1]: \n    The note\n',
  '> word[^1]\n> [^1]:\tThe note\n',
  '* word[^1]\n  [^1]:\n      The note\n',
  'word[^a\\]]\n[^a\\]]: The note\n',
])('a footnote right after a paragraph is one: %j', (markdown) => {
  expect(parseSyntax(markdown)).toEqual(thoroughly(markdown));
  expect(JSON.stringify(thoroughly(markdown))).toContain('footnoteDefinition');
});

test.each([
  ['prose', 'Words of *text*, `code` and [a link](https://a.test/b).\nMore words.\n\n## A heading\n\n'],
  ['lists', '* an **item**\n* [x] done\n\n  A paragraph.\n  * within\n    1. deeper\n\nText\n\n'],
  ['tables', '| a | b |\n|---|---|\n| `c` | d |\n\n'],
  ['tags', '{% hint style="info" %}\nWords.\n{% endhint %}\n'],
  ['code', '```js\nconst a = 1;\n\nuse(a);\n```\n\n'],
  ['HTML', '<figure><img src="a.png" alt=""><figcaption></figcaption></figure>\n\n'],
  ['quotes', '> A quote\n> of *words*\ncontinued.\n>\n> * a list\n>   in it\n\n'],
  ['footnotes', 'Words[^1].\n\n[^1]: A note\n    of words.\n\n    More.\n[^2]: Another\n\n'],
  ['definitions', '[a]: https://a.test "A title"\n[b]: <b c.md>\n\n'],
  [
    'lists with blocks',
    '1. Words\nof text:\n\n   ```go\n   a\n   ```\n\n   > A quote\n\n   | a |\n   |---|\n   | b |\n2. ## Title\n\n   * * a\n\n',
  ],
  ['indented code', 'Words\n\n    const a = 1;\n\n    use(a);\n\n\tuse(a);\n\n'],
  ['formulas', 'Words\n$$\na + b\n$$\nWords\n\n'],
  ['literal HTML', 'Words\n<pre>\na\n\nb\n</pre>\n<!-- a\n\nb -->\n\n* a\n\n  <!-- b -->\n\n'],
  ['lists indented by tabs', '* a\n\t* b\n\t\t1.\tc\n\n\t\t\td\n\n\t\t\t\tcode\n\n'],
  ['code in lists', '- a\n\n      code\n\n\t\t\tcode\n\n  b\n\n'],
  ['indented lines', 'Words\n  and more\n      words\n***\n* words\n      and more\n\n'],
  ['lines that go on with a quote in a list', '* > a\nb\n* > c\n\n'],
  ['unclosed code in quotes', '> ~~~\na\n\n'],
  ['unclosed code', '* a\n\n  ~~~\n  b\n* c\n\nText\n\n'],
])('%s needs no full parser', (_, piece) => {
  const parser = parse();
  const document = vi.spyOn(parser, 'document');
  const pieces = [...documentPieces(parser, piece.repeat(3), { quickly: true })];
  expect(pieces.every((one) => 'build' in one)).toBe(true);
  expect(document).not.toHaveBeenCalled();
});

type Placed = readonly [type: string, start: number | undefined, end: number | undefined];

/** Nodes whose exact ends nobody needs: containers and their paragraphs include markers or empty lines or not. */
const isInexact = /^(?:list|listItem|blockquote|footnoteDefinition|paragraph|code|math)$/;

/** The ranges of nodes; literal addresses have none. */
const placesOf = (
  nodes: readonly (Syntax & PositionedSyntax)[],
  rangeOf: (node: Syntax & PositionedSyntax) => readonly [number, number] | undefined,
): readonly Placed[] =>
  nodes.flatMap((node) => {
    const [start, end] = rangeOf(node) ?? [];
    const isLiteral = node.type === 'link' && node.url!.endsWith(node.children?.[0]?.value ?? '/');
    const within = isLiteral ? [] : placesOf(node.children ?? [], rangeOf);
    // The line ending at the end of a text ends before or after the indent of the next line.
    const isBeforeIndent = node.type === 'text' && node.value!.endsWith('\n');
    const place = isInexact.test(node.type)
      ? [undefined, undefined]
      : [start, isBeforeIndent ? undefined : end];
    return [[node.type, ...place] as unknown as Placed, ...within];
  });

test('ranges in parts of any size are those of the usual compiler', () => {
  law(fc.oneof(anyMarkdown, simpleMarkdown), (markdown) => {
    const wanted = placesOf(parseByReference(markdown), ({ position }) =>
      position ? [position.start.offset, position.end.offset] : undefined,
    );
    for (const minLines of [0, 3, 10, Number.POSITIVE_INFINITY])
      expect(placesOf(parseSyntax(markdown, { minLines, hasRanges: true }), ({ range }) => range)).toEqual(
        wanted,
      );
  });
});

/** The number of values that are copied or moved, and of texts that are searched, while a text is read. */
function workFor(text: string, read: (text: string) => unknown): number {
  const { slice, push, unshift } = Array.prototype;
  const { test: search } = RegExp.prototype;
  let sum = 0;
  RegExp.prototype.test = function (given) {
    sum++;
    return search.call(this, given);
  };
  Array.prototype.unshift = function (...given) {
    sum += this.length;
    return unshift.apply(this, given);
  };
  Array.prototype.slice = function (...given) {
    const result = slice.apply(this, given);
    sum += result.length;
    return result;
  };
  Array.prototype.push = function (...given) {
    sum += given.length;
    return push.apply(this, given);
  };
  try {
    read(text);
    return sum;
  } finally {
    Object.assign(Array.prototype, { slice, push, unshift });
    RegExp.prototype.test = search;
  }
}

/** The lines before pieces that need some. */
const starts: Readonly<Record<string, string>> = {
  '| ': '| a | b |\n|---|---|\n',
  '<t': '<table>',
  '<a': '<p>',
};

const growing = [
  ['documents', parseMarkdown],
  ['segments of translations', segmentsOf],
  ['documents of clients', (text: string) => normalizeDocument(parseMarkdown(text))],
] as const;

describe.each(growing)('the costs of %s grow with the length of', (_kind, read) => {
  test.each([
    ['nested lists', '* a\n  * b\n    1. c\n'],
    ['lists with several paragraphs', '* a\n\n  b\n\n  * c\n\n'],
    ['a list in one item', '  * b\n    * c\n'],
    ['lists in quotes', '> * a\n>   * b\n'],
    ['lists in tabs', '{% tab title="a" %}\nb\n\n* c\n* d\n{% endtab %}\n'],
    ['lines that continue a quote', '> a\nb\n\n'],
    ['lines between those of a quote', '> a\nb\n'],
    ['lines between those of a list', '* a\nb\nc\n'],
    ['lists of HTML without end', '<ul><li>'],
    ['tables of HTML without end', '<table><tr><td>a '],
    ['tables', '| a | b |\n|---|---|\n| c | d |\n\n'],
    ['tables in lists', '* a\n\n  | b |\n  |---|\n  | c |\n\n'],
    ['definitions', '[a]: b\n'],
    ['rows', '| a | b |\n'],
    ['rows in HTML', '<tr><td><a href="a">b</a></td><td>c</td></tr>'],
    ['links in a line of HTML', '<a href="https://a.test">https://a.test</a> '],
    ['integrations without end', '{% swagger %}\n'],
    ['footnotes', 'word[^N]\n\n[^N]: a *note*\n\n    > more\n\n'],
    ['uses of a footnote', 'word[^1]\n\n[^1]: note\n\n'],
    ['links with definitions', 'a [link][N] and [N]\n\n[N]: https://a.test "t"\n\n'],
    ['definitions without empty lines', '[N]: https://a.test\n[^N]: b\n'],
    ['loose lists with code', '* aN\n\n  ```\n  b\n\n  c\n  ```\n\n'],
    ['loose lists with quotes', '1. a\n\n   > b\n   > * c\n\n   d\n\n'],
    ['lists with indented code', '* a\n\n      b\n\n'],
    ['lists indented by tabs', '* a\n\t* b\n\n\t\tc\n'],
    ['lists with unclosed code', '* a\n\n  ~~~\n  b\n* c\n'],
    ['quotes', '> a\n>\n> ```\n> b\n> ```\n\nc\n\n'],
    ['one quote', '> a\n>\n> * b\n>\n'],
    ['titles with an underline', 'a\n===\n\nb\n\n'],
    ['formulas', '$$\na\n$$\n\n'],
    ['preformatted text', '<pre>\na\n\nb\n</pre>\n\n'],
    ['paragraphs of several lines', 'a *b*\n  c\nd\n\n'],
  ])('%s', (_, piece) => {
    const start = starts[piece.slice(0, 2)] ?? '* first\n';
    const pieces = (count: number) =>
      Array.from({ length: count }, (_each, at) => piece.replaceAll('N', String(at))).join('');
    const cost = (count: number) => workFor(start + pieces(count), read);
    expect(cost(400)).toBeLessThan(5 * cost(100) + 10_000);
  });
});
