import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMarkdown } from './markdown/parse.ts';
import { printMarkdown } from './markdown/print.ts';
import { isSafeUrl, withoutActiveContent } from './sanitize.ts';
import { plainText } from './text.ts';

const cleaned = (markdown: string) => printMarkdown(withoutActiveContent(parseMarkdown(markdown)));

describe('active content', () => {
  test.each([
    ['Hi <script>alert(1)</script> there', 'Hi  there\n'],
    ['<script>\nalert(1)\n</script>', ''],
    ['<script>alert(1)', ''],
    ['Hi <script>there', 'Hi \\<script>there\n'],
    ['<style>p{}</style>\n\ntext', 'text\n'],
    ['<iframe src="https://a.test"></iframe>', ''],
    ['<svg onload=alert(1)>', ''],
    ['<section>some <u>words</u></section>', 'some words\n'],
    ['[x](javascript:alert(1))', 'x\n'],
    ['[x](JaVa&#9;Script&colon;alert(1))', 'x\n'],
    ['[**x**](data:text/html,x)', '**x**\n'],
    ['![alt](vbscript:x)', ''],
    ['see ![alt](vbscript:x)', 'see alt\n'],
    ['{% embed url="javascript:alert(1)" %}', ''],
    ['<a href="javascript:x" class="button primary">go</a>', 'go\n'],
    ['<a href="https://a.test" onclick="x()">y</a>', '[y](https://a.test)\n'],
    ['| a |\n| --- |\n| [x](javascript:1) |', '| a |\n| --- |\n| x |\n'],
    ['text[^1]\n\n[^1]: [x](javascript:1)', 'text[^1]\n\n[^1]: x\n'],
    ['> * [x](javascript:1)', '> * x\n'],
  ])('is removed from %j', (markdown, expected) => {
    expect(cleaned(markdown)).toBe(expected);
  });

  test.each([
    '{% @integration/block content="javascript:alert(1)" %}',
    '<table><thead><tr><th data-type="content-ref"></th></tr></thead><tbody><tr><td><a href="javascript:1">a</a></td></tr></tbody></table>',
    '<table><thead><tr><th data-type="files"></th></tr></thead><tbody><tr><td><a href="javascript:1">a</a></td></tr></tbody></table>',
    '<img src="https://a.test/x.png" onerror="javascript:alert(1)">',
    '<details onclick="javascript:x"><summary>S</summary>\n\ntext\n\n</details>',
    '[x]: javascript:alert(1)\n\n[x]',
    '[unused]: javascript:alert(1)',
    '<figure><picture><source srcset="javascript:1" media="(prefers-color-scheme: dark)"><img src="https://a.test/x.png" alt=""></picture></figure>',
    '<table onclick="javascript:x"><thead><tr><th onerror="a">A</th></tr></thead><tbody><tr><td onclick="b">a</td></tr></tbody></table>',
    '<div onclick="javascript:x"><figure onclick="a"><img src="https://a.test/x.png" alt=""></figure></div>',
  ])('is removed from %j', (markdown) => {
    expect(cleaned(markdown)).not.toMatch(/javascript:|onclick|onerror/i);
  });

  test('is removed from any combination of parts', () => {
    const pieces = [
      ...[
        '<script>',
        '</script>',
        '<scr',
        'ipt>',
        '<img src=x onerror=a>',
        'javascript:',
        '[a](',
        ')',
        '](',
        '\n\n',
      ],
      ...[
        '`',
        '\\',
        '<a href="',
        '">',
        '</a>',
        '<!--',
        '-->',
        '<svg/onload=a>',
        '&lt;',
        '{% ',
        ' %}',
        '* ',
        '> ',
        '| ',
      ],
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces, 'word '), { maxLength: 25 }), (parts) => {
        // Where pieces that were apart have met, there is something to clean again.
        const clean = cleaned(cleaned(cleaned(parts.join(''))));
        expect(cleaned(clean)).toBe(clean);
        const json = JSON.stringify(parseMarkdown(clean));
        expect(json).not.toMatch(/"type":"html"|"url":"javascript:|"attributes"/);
      }),
      { numRuns: 500 },
    );
  });
});

test.each([
  ['https://a.test', true],
  ['HTTP://a.test', true],
  ['mailto:a@b.test', true],
  ['/pages/x', true],
  ['#anchor', true],
  ['a/b:c', true],
  ['?q=a:b', true],
  ['5:00', true],
  ['', true],
  ['javascript:x', false],
  [' java\nscript:x', false],
  ['\u0001javascript:x', false],
  ['data:text/html,x', false],
  ['file:///etc/passwd', false],
  ['blob:x', false],
])('%j is an address that is followed: %s', (url, expected) => {
  expect(isSafeUrl(url)).toBe(expected);
});

test.each([
  '{% @mermaid/diagram content="sequenceDiagram A->>B: hello" %}',
  '<table><thead><tr><th>Note</th><th data-type="number">n</th></tr></thead><tbody><tr><td>a: b</td><td>1</td></tr></tbody></table>',
  '{% tabs %}\n{% tab title="Note: one" %}\ntext\n{% endtab %}\n{% endtabs %}',
])('what only looks like an address stays: %j', (markdown) => {
  expect(cleaned(markdown)).toBe(printMarkdown(parseMarkdown(markdown)));
});

test('an inline tag is shown as text', () => {
  const tag = '{% x url="javascript:a()" b="<script>" %}';
  const clean = withoutActiveContent(parseMarkdown(`a ${tag} b`));
  expect(plainText(clean)).toBe(`a ${tag} b`);
  expect(clean.nodes[0]!.nodes!.every((node) => node.object === 'text')).toBe(true);
});

test('plain text is unchanged', () => {
  const markdown =
    '# A _title_\n\n1. `<script>` and [a link](https://a.test "T")\n\n```html\n<script>x</script>\n```\n';
  expect(cleaned(markdown)).toBe(printMarkdown(parseMarkdown(markdown)));
});
