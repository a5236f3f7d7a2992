import { describe, expect, test } from 'vitest';
import type { Block, Document } from '../document.ts';
import { linksOf, normalizeDocument, parseMarkdown, printMarkdown } from '../index.ts';

const first = (markdown: string): Block => parseMarkdown(markdown).nodes[0]!;
const documentOf = (...nodes: readonly Block[]): Document => ({ object: 'document', data: {}, nodes });

/** Markdown in canonical form, and what its first block has to say. */
const forms: Readonly<Record<string, readonly [string, object]>> = {
  'a percent sign after a brace in a value': [
    '{% tabs %}\n{% tab title="{\\% x %}" %}\na\n{% endtab %}\n{% endtabs %}\n',
    { type: 'tabs', nodes: [{ data: { title: '{% x %}' } }] },
  ],
  'values of an integration that are no texts': [
    '{% @a/b n=1.5 is=true all={"x":["\\u0025}",null]} text="1" block:url="u" %}\n',
    {
      type: 'integration',
      data: { props: { n: 1.5, is: true, all: { x: ['%}', null] }, text: '1' }, url: 'u' },
    },
  ],
  'names of an integration that are no attributes': [
    '{% @a/b block:props={"two words":"x"} %}\n',
    { type: 'integration', data: { props: { 'two words': 'x' } } },
  ],
  'a drawing': [
    '<img src="a b.svg" alt="Plan" class="gitbook-drawing">\n',
    { type: 'drawing', data: { ref: { kind: 'url', url: 'a b.svg' }, alt: 'Plan' } },
  ],
  'the caption of an image in a line': [
    'see ![alt](/files/f "caption")\n',
    { nodes: [{}, { type: 'inline-image', data: { alt: 'alt', caption: 'caption' } }] },
  ],
  'a dark image in a line of HTML': [
    '<p align="center">a<picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="l.png" alt=""></picture></p>\n',
    { data: { align: 'center' }, nodes: [{}, { type: 'inline-image', data: { refDark: { url: 'd.png' } } }] },
  ],
  'a button in bold text': [
    '**a <a href="/pages/p" class="button primary">Go</a>b**\n',
    { nodes: [{}, { type: 'button', data: { label: 'Go' } }, {}] },
  ],
  'a list after a paragraph in HTML': [
    '* <p align="center">a</p>\n\n  * b\n',
    { nodes: [{ nodes: [{ type: 'paragraph' }, { type: 'list-unordered' }] }] },
  ],
  'a tag of another space': [
    '{% updates format="full" %}\n{% update date="2026-01-31" tags="a,/spaces/s/tags/b" %}\nx\n{% endupdate %}\n{% endupdates %}\n',
    { nodes: [{ data: { tags: [{ tag: 'a' }, { kind: 'tag', tag: 'b', space: 's' }] } }] },
  ],
  'how the image of a card fits': [
    '<table data-view="cards"><thead><tr><th>T</th><th data-hidden data-card-cover data-type="image"></th></tr></thead><tbody><tr><td>a</td><td data-object-fit="contain" data-alt="A"><a href="/files/f">f.png</a></td></tr></tbody></table>\n',
    {
      data: {
        records: {
          r0: { values: { c1: { ref: { kind: 'file', file: 'f' }, objectFit: 'contain', alt: 'A' } } },
        },
      },
    },
  ],
  'one column for both covers of a card': [
    '<table data-view="cards" data-card-wrap><thead><tr><th>T</th><th data-card-cover data-card-cover-dark data-type="image"></th></tr></thead><tbody></tbody></table>\n',
    { data: { view: { coverDefinition: 'c1', coverDefinitionDark: 'c1', wrap: true } } },
  ],
  'how wide the columns of cards are': [
    '<table data-view="cards"><thead><tr><th width="100">T</th><th>U</th></tr></thead><tbody><tr><td>a</td><td>b</td></tr></tbody></table>\n',
    { type: 'table', data: { view: { type: 'cards', columnWidths: { c0: 100 } } } },
  ],
  'cells that are shown as one': [
    '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr><tr><td colspan="2">d</td></tr></tbody></table>\n',
    {
      data: {
        cellMerges: [
          { anchor: { record: 'r0', column: 'c0' }, rowSpan: 2, colSpan: 1 },
          { anchor: { record: 'r2', column: 'c0' }, rowSpan: 1, colSpan: 2 },
        ],
      },
    },
  ],
  'options of code in a cell': [
    '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td><pre class="language-js" data-title="t" data-line-numbers="true"><code class="lang-js">x&#xA;</code></pre></td></tr></tbody></table>\n',
    { fragments: [{ nodes: [{ type: 'code', data: { syntax: 'js', title: 't', lineNumbers: true } }] }] },
  ],
};

describe('a round trip preserves', () => {
  test.each(Object.entries(forms))('%s', (_name, [markdown, expected]) => {
    expect(first(markdown)).toMatchObject(expected);
    expect(printMarkdown(parseMarkdown(markdown))).toBe(markdown);
  });

  test('options of a column without end tags', () => {
    const whole =
      '<table data-view="cards"><thead><tr><th>T</th><th data-type="select">S<select multiple><option value="a" label="A" color="red"></option><option value="b" label="B"></option></select></th></tr></thead><tbody><tr><td>a</td><td><span data-option="b">B</span></td></tr></tbody></table>\n';
    const short = whole.replaceAll('</option>', '');
    expect(first(short).type).toBe('table');
    expect(parseMarkdown(short)).toEqual(parseMarkdown(whole));
    expect(parseMarkdown(short.replaceAll('<option', '\n  <option'))).toEqual(parseMarkdown(whole));
    expect(printMarkdown(parseMarkdown(short))).toBe(whole);
  });

  test('options outside of a table as HTML', () => {
    for (const markdown of [
      '<div><select><option value="a"><option value="b"></select></div>\n',
      '<div><select><option value="a">A<option value="b">B</select></div>\n',
    ])
      expect(printMarkdown(parseMarkdown(markdown))).toBe(markdown);
  });

  test('the order of columns in the view of a table', () => {
    const table = first('| A | B |\n|---|---|\n| a | b |\n');
    const data = { ...table.data, view: { ...(table.data!.view as object), columns: ['c1', 'c0'] } };
    expect(printMarkdown(documentOf({ ...table, data }))).toBe('| B | A |\n| --- | --- |\n| b | a |\n');
  });

  test('the content of covered cells', () => {
    const table = first('| A | B |\n|---|---|\n| a | b |\n');
    const cellMerges = [{ anchor: { record: 'r0', column: 'c0' }, rowSpan: 1, colSpan: 2 }];
    const merged = documentOf({ ...table, data: { ...table.data, cellMerges } });
    expect(printMarkdown(merged)).toContain('<td colspan="2">a</td><td hidden>b</td>');
    expect(parseMarkdown(printMarkdown(merged)).nodes[0]!.data).toEqual(merged.nodes[0]!.data);
  });

  test('invalid merged cells as HTML', () => {
    for (const span of ['rowspan="9"', 'colspan="3"', 'rowspan="2" colspan="2"', 'colspan="x"']) {
      const markdown = `<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td ${span}>a</td></tr></tbody></table>\n`;
      expect(first(markdown).type).toBe('html');
      expect(printMarkdown(parseMarkdown(markdown))).toBe(markdown);
    }
  });

  test('an image without a source, with its caption', () => {
    const [images] = parseMarkdown(
      '<figure><img src="a.png" alt=""><figcaption><p>Words.</p></figcaption></figure>\n',
    ).nodes;
    const image = { ...(images!.nodes![0] as Block), data: {} };
    expect(printMarkdown(documentOf({ ...images!, nodes: [image] }))).toBe(
      '<figure><img src="" alt=""><figcaption><p>Words.</p></figcaption></figure>\n',
    );
  });

  test('the reference of a drawing among the links', () => {
    const document = parseMarkdown('<img src="/files/f" alt="" class="gitbook-drawing">\n');
    expect(linksOf(document)).toMatchObject([{ kind: 'image', ref: { kind: 'file', file: 'f' } }]);
  });
});

test('a block that would become raw HTML is rejected', () => {
  const [markdown] = forms['how the image of a card fits']!;
  const card = JSON.stringify(first(markdown));
  expect(normalizeDocument(documentOf(JSON.parse(card)))).toHaveProperty('document');
  expect(normalizeDocument(documentOf(JSON.parse(card.replace('"contain"', '"odd"'))))).toMatchObject({
    problems: [{ path: '/nodes/0' }],
  });
});

test('rows of a table that are shorter than the header', () => {
  const markdown = '| A | B | C |\n| --- | --- | --- |\n| a |\n| b | c |\n';
  const table = first(markdown);
  expect(table.fragments).toHaveLength(3);
  expect(printMarkdown(parseMarkdown(markdown))).toBe(markdown);
});

test.each([
  ['block', { object: 'block', type: 'surprise' }, '/nodes/0/type'],
  [
    'inline',
    { object: 'block', type: 'paragraph', nodes: [{ object: 'inline', type: 'surprise', data: {} }] },
    '/nodes/0/nodes/0/type',
  ],
])('a %s of a type that there is not is refused, for it would be lost', (kind, block, path) => {
  expect(normalizeDocument(documentOf(block as Block))).toEqual({
    problems: [{ path, message: `there is no ${kind} of type surprise` }],
  });
});

describe('a backslash', () => {
  test.each([
    '`Podfile`: the file',
    '**Note**: _so_: [x](y): <kbd>k</kbd>: it is',
    'Wow!',
    '[Really](y)! **Yes**!',
    'Costs 5$',
    '$ 5 and ~ 6 $',
    '5 * 3 & 6 < 7 {',
    'Write to `a`@ home, or @bob',
    '* item!\n* `code`: words &',
  ])('is not printed if it is not needed: %s', (text) => {
    expect(printMarkdown(parseMarkdown(text))).toBe(`${text}\n`);
  });

  test.each([
    '[^1]\\: no definition\n\n[^1]: note',
    'Wow\\![x](y)',
    '\\* no list\\\n\\* nor here',
    'a\\<b>, \\&amp; and \\{% hint %}',
    '_bob_\\@example.com',
    '~~gone~~\\~~ \\$$$x$$',
    '\\:smile: http\\://x.test',
  ])('is printed if it is needed: %s', (text) => {
    const document = parseMarkdown(text);
    expect(printMarkdown(document)).toContain('\\');
    expect(parseMarkdown(printMarkdown(document))).toEqual(document);
  });
});

test.each([
  ['three empty bullets in each other', '- * + \n', '* * * &#x20;\n'],
  ['four empty bullets in each other', '- * + *\n', '* * * * &#x20;\n'],
  ['an end tag after the end of details', '</details></b>x\n', '</details>\n\n\\</b>x\n'],
])('%s are the same when they are saved again', (_, markdown, expected) => {
  const document = parseMarkdown(markdown);
  const printed = printMarkdown(document);
  expect(printed).toBe(expected);
  expect(parseMarkdown(printed)).toEqual(document);
});

describe('a label that is defined twice', () => {
  test.each([
    [
      'on a page',
      'One[^1]\n\n[^1]: First words.\n\n## Part\n\nTwo[^1]\n\n[^1]: Second words.\n\n    A paragraph.\n',
      'One[^1]\n\n## Part\n\nTwo[^1]\n\n\\[^1]: Second words.\n\nA paragraph.\n\n[^1]: First words.\n',
    ],
    [
      'in a quote',
      'One[^1]\n\n[^1]: First words.\n\n> [^1]: Quoted words.\n',
      'One[^1]\n\n> \\[^1]: Quoted words.\n\n[^1]: First words.\n',
    ],
    [
      'in an item, with other letters',
      'One[^a]\n\n[^a]: First words.\n\n* [^A]: Listed words.\n',
      'One[^1]\n\n* \\[^A]: Listed words.\n\n[^1]: First words.\n',
    ],
    [
      'in a hint',
      '{% hint style="info" %}\na[^1]\n\n[^1]: Hint words.\n{% endhint %}\n\nb[^1]\n\n[^1]: Page words.\n',
      '{% hint style="info" %}\na[^1]\n{% endhint %}\n\nb[^1]\n\n\\[^1]: Page words.\n\n[^1]: Hint words.\n',
    ],
    [
      'in two tabs',
      '{% tabs %}\n{% tab title="A" %}\na[^1]\n\n[^1]: One.\n{% endtab %}\n{% tab title="B" %}\nb[^1]\n\n[^1]: Two.\n{% endtab %}\n{% endtabs %}\n',
      '{% tabs %}\n{% tab title="A" %}\na[^1]\n{% endtab %}\n\n{% tab title="B" %}\nb[^1]\n\n\\[^1]: Two.\n{% endtab %}\n{% endtabs %}\n\n[^1]: One.\n',
    ],
    [
      'in a footnote',
      'One[^1]\n\n[^1]: First words.\n\n    [^1]: Inner words.\n',
      'One[^1]\n\n[^1]: First words.\n\n    \\[^1]: Inner words.\n',
    ],
    [
      'as an address',
      '[x]: https://a.test\n[x]: https://b.test "Title words"\n\n[x] and [y][x]\n',
      '[x]: https://b.test "Title words"\n\n[x](https://a.test) and [y](https://a.test)\n',
    ],
  ])('keeps the words of the second %s', (_, markdown, expected) => {
    const document = parseMarkdown(markdown);
    const printed = printMarkdown(document);
    expect(printed).toBe(expected);
    expect(parseMarkdown(printed)).toEqual(document);
  });
});
