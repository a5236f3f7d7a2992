import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../index.ts';
import { law } from '../testing/random.ts';
import { parseSyntax } from './parse-syntax.ts';

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

test('parts of any size have the same blocks as the whole', () => {
  law(anyMarkdown, (markdown) => {
    const whole = parseSyntax(markdown, { minChunks: Number.POSITIVE_INFINITY });
    for (const minChunks of [0, 3, 10]) expect(parseSyntax(markdown, { minChunks })).toEqual(whole);
  });
});

/** The number of values that are copied while a text is parsed. */
function copied(text: string): number {
  const { slice, push } = Array.prototype;
  let sum = 0;
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
    parseMarkdown(text);
    return sum;
  } finally {
    Object.assign(Array.prototype, { slice, push });
  }
}

describe('costs grow with the length of', () => {
  test.each([
    ['nested lists', '* a\n  * b\n    1. c\n'],
    ['lists with several paragraphs', '* a\n\n  b\n\n  * c\n\n'],
    ['a list in one item', '  * b\n    * c\n'],
    ['lists in quotes', '> * a\n>   * b\n'],
    ['lists in tabs', '{% tab title="a" %}\nb\n\n* c\n* d\n{% endtab %}\n'],
    ['lines that continue a quote', '> a\nb\n\n'],
    ['tables', '| a | b |\n|---|---|\n| c | d |\n\n'],
    ['tables in lists', '* a\n\n  | b |\n  |---|\n  | c |\n\n'],
    ['definitions', '[a]: b\n'],
  ])('%s', (_, piece) => {
    const start = '* first\n';
    expect(copied(start + piece.repeat(800))).toBeLessThan(5 * copied(start + piece.repeat(200)) + 10_000);
  });
});
