import { describe, expect, test } from 'vitest';
import { parseMarkdown, printMarkdown } from '../index.ts';
import { parseSyntax } from './parse-syntax.ts';

const printed = (markdown: string): string => printMarkdown(parseMarkdown(markdown));
const hint = (style: string, content: string): string =>
  `{% hint style="${style}" %}\n${content}\n{% endhint %}\n`;

describe('alerts of GitHub are hints', () => {
  test.each([
    ['[!NOTE]', 'info'],
    ['[!TIP]', 'success'],
    ['[!IMPORTANT]', 'info'],
    ['[!WARNING]', 'warning'],
    ['[!CAUTION]', 'danger'],
    ['[!note]', 'info'],
  ])('%s', (label, style) => {
    expect(printed(`> ${label}\n> Words **here**.\n`)).toBe(hint(style, 'Words **here**.'));
  });

  test.each([
    ['blanks after the label', '> [!TIP]  \n> Words\n', 'Words'],
    ['an empty line after the label', '> [!TIP]\n>\n> Words\n', 'Words'],
    ['text on the line of the label', '>[!TIP] Words\n> more\n', 'Words more'],
    ['a continued line', '> [!TIP]\nWords\n', 'Words'],
    ['several blocks', '> [!TIP]\n> Words\n>\n> * a\n> * b\n', 'Words\n\n* a\n* b'],
    ['a list', '> [!TIP]\n> * a\n', '* a'],
    ['code', '> [!TIP]\n> ```js\n> a\n> ```\n', '```js\na\n```'],
    ['a quote', '> [!TIP]\n> Words\n>\n> > More\n', 'Words\n\n> More'],
    ['an alert', '> [!TIP]\n> Words\n>\n> > [!NOTE]\n> > More\n', `Words\n\n${hint('info', 'More').trim()}`],
  ])('with %s', (_, markdown, content) => {
    expect(printed(markdown)).toBe(hint('success', content));
    expect(printed(printed(markdown))).toBe(printed(markdown));
  });

  test('in an item of a list', () => {
    const list = printed('* Words\n\n  > [!NOTE]\n  > More\n');
    expect(list).toBe('* Words\n\n  {% hint style="info" %}\n  More\n  {% endhint %}\n');
    expect(printed(list)).toBe(list);
  });

  test('the fast and the full parser read the same', () => {
    const markdown = '> [!NOTE]\n> Words\n\n> [!TIP]  \n> a\n\n[!NOTE] b\n\n> \\[!NOTE]\n> c\n';
    expect(parseSyntax(markdown)).toEqual(parseSyntax(markdown, { quickly: false }));
  });
});

test.each([
  ['an escaped label', '> \\[!NOTE]\n> Words\n', '> \\[!NOTE] Words\n'],
  ['a label without content', '> [!NOTE]\n', '> \\[!NOTE]\n'],
  ['a label in a text', '> Words [!NOTE] more\n', '> Words \\[!NOTE] more\n'],
  ['an unknown label', '> [!ABC]\n> Words\n', '> \\[!ABC] Words\n'],
  ['a name of an object', '> [!constructor]\n> Words\n', '> \\[!constructor] Words\n'],
  ['a label outside of a quote', '[!NOTE]\nWords\n', '\\[!NOTE] Words\n'],
  ['a link', '> [!NOTE](https://a.test)\n', '> [!NOTE](https://a.test)\n'],
])('%s is no hint', (_, markdown, expected) => {
  expect(printed(markdown)).toBe(expected);
  expect(printed(expected)).toBe(expected);
});
