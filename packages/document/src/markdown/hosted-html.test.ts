import { describe, expect, test } from 'vitest';
import type { Block } from '../document.ts';
import { linksOf, parseMarkdown, printMarkdown } from '../index.ts';

const blocksOf = (markdown: string): readonly Block[] => parseMarkdown(markdown).nodes;
const table = (attributes: string, cell: string, head = '<th>A</th><th>B</th>'): string =>
  `<table${attributes}><thead><tr>${head}</tr></thead><tbody><tr><td${cell}>a</td><td${cell}>b</td></tr></tbody></table>\n`;
const column = (markdown: string, id = 'c0') =>
  (blocksOf(markdown)[0]!.data as { definition: Record<string, unknown> }).definition[id];

/** Blocks without generated values. */
const bare = (blocks: readonly Block[]): unknown =>
  JSON.parse(
    JSON.stringify(blocks, (name, value) => (name === 'key' || name === 'meta' ? undefined : value)),
  );

describe('HTML of the hosted service', () => {
  test.each([
    ['a vertical alignment of cells', table('', ' valign="top"'), { verticalAlignment: 'top' }],
    ['an alignment of cells', table('', ' align="center"'), { textAlignment: 'center' }],
    [
      'an alignment of cells and their column',
      table('', ' align="right"', '<th align="right">A</th><th align="right">B</th>'),
      { textAlignment: 'right' },
    ],
    [
      'an alignment as style',
      table(
        '',
        ' style="text-align:center"',
        '<th style="text-align:center">A</th><th style="text-align:left">B</th>',
      ),
      { textAlignment: 'center' },
    ],
    [
      'alignments of cells as style',
      table('', ' style="text-align: right; vertical-align: top"'),
      { textAlignment: 'right', verticalAlignment: 'top' },
    ],
    [
      'widths in percent',
      table('', '', '<th width="50%" align="center">A</th><th width="50%">B</th>'),
      { textAlignment: 'center' },
    ],
    [
      'an alignment of numbers',
      table('', '', '<th align="right" data-type="number">A</th><th>B</th>'),
      { type: 'number', textAlignment: 'right' },
    ],
  ])('with %s is a table, and stays one', (_, markdown, definition) => {
    expect(column(markdown)).toMatchObject(definition);
    const printed = printMarkdown(parseMarkdown(markdown));
    expect(column(printed)).toMatchObject(definition);
    expect(printMarkdown(parseMarkdown(printed))).toBe(printed);
  });

  test('code with empty lines in a cell is a block of it, and stays one', () => {
    const code = (content: string) =>
      `Words\n\n<table><thead><tr><th>A</th></tr></thead><tbody><tr><td><pre class="language-js"><code class="lang-js">${content}</code></pre></td></tr></tbody></table>\n\nAfter\n`;
    const markdown = code('a\n\n  b\n\n\nc\n');
    expect(blocksOf(markdown).map(({ type }) => type)).toEqual(['paragraph', 'table', 'paragraph']);
    const printed = printMarkdown(parseMarkdown(markdown));
    expect(printed).toBe(code('a&#xA;&#xA;  b&#xA;&#xA;&#xA;c&#xA;'));
    expect(bare(blocksOf(printed))).toEqual(bare(blocksOf(markdown)));
    const shown = `~~~\n${markdown}~~~\n`;
    expect(blocksOf(shown).map(({ type }) => type)).toEqual(['code']);
    expect(printMarkdown(parseMarkdown(shown))).not.toContain('&#xA;');
  });

  test('all line endings mean the same', () => {
    const markdown =
      '# A\n\nWords\nmore  \nlast\n\n```\na\n\nb\n```\n\n* a\n\n  b\n\n<pre>\nx\n\ny\n</pre>\n';
    const document = parseMarkdown(markdown);
    for (const ending of ['\r\n', '\r'])
      expect(parseMarkdown(markdown.replaceAll('\n', ending))).toEqual(document);
  });

  test('rows without sections are a table, with a head if the first row consists of titles', () => {
    const rows = '<tr><td>a</td></tr>';
    expect(
      printMarkdown(parseMarkdown(`<table>\n  <tr>\n    <th>A</th>\n  </tr>\n  ${rows}\n</table>\n`)),
    ).toBe('| A |\n| --- |\n| a |\n');
    expect(blocksOf(`<table>${rows}${rows}</table>\n`)).toMatchObject([
      { type: 'table', data: { view: { hideHeader: true }, records: { r0: {}, r1: {} } } },
    ]);
  });

  test('the vertical alignment of a column is read', () => {
    const [columns] = blocksOf(
      '{% columns %}\n{% column width="50%" valign="middle" %}\na\n{% endcolumn %}\n{% endcolumns %}\n',
    );
    expect((columns!.nodes![0] as Block).data).toEqual({
      verticalAlignment: 'middle',
      width: { unit: '%', value: 50 },
    });
  });

  test('flags that are false are the same as none', () => {
    const flags =
      ' data-full-width="false" data-header-hidden="false" data-view="cards" data-column-title-hidden="false"';
    const [block] = blocksOf(table(flags, '', '<th data-hidden="false">A</th><th>B</th>'));
    expect(block).toMatchObject({ type: 'table', data: { view: { type: 'cards', columns: ['c0', 'c1'] } } });
    expect(block!.data).not.toHaveProperty('fullWidth');
    expect(block!.data!.view).not.toHaveProperty('hideColumnTitle');
  });

  test.each([
    [' data-card-wrap', true],
    [' data-card-wrap="true"', true],
    [' data-card-wrap="false"', false],
    ['', undefined],
  ])('cards with%s wrap: %s', (attribute, wrap) => {
    const markdown = table(` data-view="cards"${attribute}`, '');
    const view = (text: string) => blocksOf(text)[0]!.data!.view as { wrap?: boolean };
    expect(view(markdown).wrap).toBe(wrap);
    expect(view(printMarkdown(parseMarkdown(markdown))).wrap).toBe(wrap);
  });

  /** A table of the hosted service with every attribute and every type of column. */
  const everything = [
    '<table data-card-size="large" data-column-title-hidden data-card-wrap="false" data-view="cards" data-full-width="true" data-search="false">',
    '<thead><tr><th width="200" align="center" valign="middle">Text</th>',
    '<th data-type="number">Number</th><th data-type="checkbox">Box</th>',
    '<th data-type="rating" data-max="5">Stars</th>',
    '<th data-type="users" data-multiple>People</th><th data-type="users">Person</th>',
    '<th data-type="select">One<select><option value="a" label="First" color="blue"></option></select></th>',
    '<th data-type="select" data-multiple>Some<select multiple><option value="b" label="Second"></option></select></th>',
    '<th data-hidden><select></select></th>',
    '<th data-hidden data-card-target data-type="content-ref"></th>',
    '<th data-hidden data-card-cover data-type="image">Cover image</th>',
    '<th data-hidden data-card-cover-dark data-type="image">Cover image (dark)</th>',
    '<th data-hidden data-type="files">Files</th></tr></thead>',
    '<tbody><tr><td align="center" valign="middle"><h4><i class="fa-bolt">:bolt:</i></h4><p>Words</p></td>',
    '<td align="right" valign="top">12</td><td>true</td><td>3</td><td>abc, def</td><td>abc</td>',
    '<td><span data-option="a">First</span></td><td><span data-option="b">Second, </span></td><td></td>',
    '<td><a href="/pages/p1">a page</a></td>',
    '<td data-object-fit="contain"><a href="/files/f1">a.png</a></td>',
    '<td data-object-fit="cover" data-alt="A picture"><a href="https://x.test/a.png?b=1&amp;c=2">b.png</a></td>',
    '<td><a href="/files/f1">a.pdf</a><a href="/files/f2">b.pdf</a></td></tr>',
    '<tr><td>b</td><td valign="bottom"></td><td>false</td><td></td><td></td><td></td><td></td><td></td><td></td>',
    '<td></td><td></td><td></td><td></td></tr></tbody></table>\n',
  ].join('');

  test('a table with all that there is is a table, and stays one', () => {
    const [only, ...others] = blocksOf(everything);
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      type: 'table',
      data: {
        fullWidth: true,
        search: false,
        view: {
          type: 'cards',
          cardSize: 'large',
          hideColumnTitle: true,
          wrap: false,
          columns: ['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7'],
          columnWidths: { c0: 200 },
          targetDefinition: 'c9',
          coverDefinition: 'c10',
          coverDefinitionDark: 'c11',
        },
        definition: {
          c0: { type: 'text', textAlignment: 'center', verticalAlignment: 'middle' },
          c1: { type: 'number' },
          c2: { type: 'checkbox' },
          c3: { type: 'rating', max: 5 },
          c4: { type: 'users', multiple: true },
          c5: { type: 'users', multiple: false },
          c6: { type: 'select', options: [{ value: 'a', label: 'First', color: 'blue' }] },
          c7: { type: 'select', multiple: true },
          c8: { type: 'select', options: [] },
          c9: { type: 'content-ref' },
          c12: { type: 'files' },
        },
        cellAlignments: {
          'r0-c1': { textAlignment: 'right', verticalAlignment: 'top' },
          'r1-c1': { verticalAlignment: 'bottom' },
        },
      },
    });
    const printed = printMarkdown(parseMarkdown(everything));
    expect(bare(blocksOf(printed))).toEqual(bare([only!]));
    expect(printMarkdown(parseMarkdown(printed))).toBe(printed);
  });

  test.each([
    ['lines', everything.replaceAll('><t', '>\n<t').replaceAll('></t', '>\n</t')],
    ['indented lines', everything.replaceAll('><t', '>\n    <t').replaceAll('></t', '>\n  </t')],
    ['a list', `* a\n\n  ${everything}`],
    ['a tab', `{% tabs %}\n{% tab title="A" %}\n${everything}{% endtab %}\n{% endtabs %}\n`],
  ])('the same table on %s is a table', (_, markdown) => {
    expect(typesIn(markdown)).toContain('table');
    expect(typesIn(markdown)).not.toContain('html');
  });

  test.each(['top', 'middle', 'bottom'])('a cell alone in its column with valign="%s" keeps it', (valign) => {
    const markdown = `<table><thead><tr><th>A</th></tr></thead><tbody><tr><td valign="${valign}">a</td></tr><tr><td>b</td></tr></tbody></table>\n`;
    expect(blocksOf(markdown)).toMatchObject([
      { type: 'table', data: { cellAlignments: { 'r0-c0': { verticalAlignment: valign } } } },
    ]);
    expect(printMarkdown(parseMarkdown(markdown))).toBe(markdown);
  });

  test('cells with another alignment than their column keep it', () => {
    const markdown =
      '<table><thead><tr><th align="right">A</th></tr></thead><tbody><tr><td>a</td></tr><tr><td align="center">b</td></tr></tbody></table>\n';
    const [block] = blocksOf(markdown);
    expect(block).toMatchObject({ type: 'table', data: { definition: { c0: { textAlignment: 'right' } } } });
    expect(block!.fragments!.map(({ nodes }) => nodes[0]!)).toMatchObject([
      { data: {} },
      { data: { align: 'center' } },
    ]);
    const printed = printMarkdown(parseMarkdown(markdown));
    expect(bare(blocksOf(printed))).toEqual(bare([block!]));
  });

  test.each([
    ['', true],
    ['="true"', true],
    ['="false"', undefined],
  ])('figures in a div with data-full-width%s are images', (value, fullWidth) => {
    const markdown = `<div data-full-width${value}><figure><img src="a.png" alt=""><figcaption></figcaption></figure></div>\n`;
    expect(blocksOf(markdown)).toMatchObject([{ type: 'images' }]);
    expect(blocksOf(markdown)[0]!.data!.fullWidth).toBe(fullWidth);
  });

  test.each(['words', '![A](a.png)', '<a href="b">words</a>', '<b>words</b>', ''])(
    'a figure of %j instead of an image keeps its source',
    (content) => {
      const markdown = `<figure>\n${content}\n<figcaption>C</figcaption>\n</figure>\n`;
      const printed = printMarkdown(parseMarkdown(markdown));
      expect([blocksOf(printed)[0]!.type, printed.replace(/\s/g, '')]).toEqual([
        'html',
        markdown.replace(/\s/g, ''),
      ]);
    },
  );

  const image = '<img src="a.png" alt="A">';
  const linked = `<figure><a href="https://x.test">${image}</a><figcaption><p>Words</p></figcaption></figure>\n`;
  test.each([
    [
      'around a figure',
      `<a href="https://x.test"><figure>${image}<figcaption>Words</figcaption></figure></a>\n`,
    ],
    ['in a figure', linked],
  ])('a link %s is the target of its image', (_, markdown) => {
    expect(blocksOf(markdown)).toMatchObject([
      { type: 'images', nodes: [{ data: { link: { kind: 'url', url: 'https://x.test' }, alt: 'A' } }] },
    ]);
    expect(printMarkdown(parseMarkdown(markdown))).toBe(linked);
    expect(linksOf(parseMarkdown(markdown)).map(({ kind }) => kind)).toEqual(['image', 'link']);
  });

  const hint = '{% hint style="info" %}\nText\n{% endhint %}\n';
  const div = `<div data-gb-custom-block data-tag="hint" data-style='info'>`;
  test.each([
    ['on lines of their own', `${div}\n\nText\n\n</div>\n`, hint],
    ['without empty lines', `${div}\nText\n</div>\n`, hint],
    ['on one line', `${div}Text</div>\n`, hint],
    [
      'in each other',
      `<div data-gb-custom-block data-tag="tabs">\n\n<div data-gb-custom-block data-tag="tab" data-title='A'>\n\n${div}\n\nText\n\n</div>\n\n</div>\n\n</div>\n`,
      `{% tabs %}\n{% tab title="A" %}\n${hint}{% endtab %}\n{% endtabs %}\n`,
    ],
    [
      'without content',
      `<div data-gb-custom-block data-tag="embed" data-url='https://x.test/a'></div>\n`,
      '{% embed url="https://x.test/a" %}\n',
    ],
  ])('blocks as divs %s are blocks', (_, markdown, expected) => {
    expect(printMarkdown(parseMarkdown(markdown))).toBe(expected);
  });

  test.each([
    ['without an end', `${div}\n\nText\n`],
    ['of an unknown type', `<div data-gb-custom-block data-tag="unknown">\n\nText\n\n</div>\n`],
  ])('divs %s stay HTML', (_, markdown) => {
    expect(printMarkdown(parseMarkdown(markdown))).toContain('data-gb-custom-block');
    expect(printMarkdown(parseMarkdown(markdown))).toContain('Text');
  });

  const real = `<div data-gb-custom-block data-tag="hint" data-style="info" data-icon="pencil" class="hint hint-info"><p>Text</p></div>`;
  test.each([
    [
      'in an item of a list',
      `1. a\n\n    ${real}\n2. b\n`,
      '1. a\n\n   {% hint style="info" icon="pencil" %}\n   Text\n   {% endhint %}\n\n2. b\n',
    ],
    [
      'in a cell between pipes',
      `| A |\n| --- |\n| <p>a</p>${real} |\n`,
      `<table><thead><tr><th>A</th></tr></thead><tbody><tr><td><p>a</p>${real}</td></tr></tbody></table>\n`,
    ],
  ])('hints with a class %s are hints', (_, markdown, expected) => {
    expect(printMarkdown(parseMarkdown(markdown))).toBe(expected);
    expect(printMarkdown(parseMarkdown(expected))).toBe(expected);
  });

  test('a tab without tabs in a cell stays HTML', () => {
    const [first] = blocksOf(cell('<div data-gb-custom-block data-tag="tab" data-title="A"><p>b</p></div>'));
    expect(first!.type).toBe('html');
  });

  const cell = (content: string) =>
    `<table data-full-width="true"><thead><tr><th>A</th></tr></thead><tbody><tr><td>${content}</td></tr></tbody></table>\n`;
  const typesIn = (markdown: string): readonly string[] =>
    [...JSON.stringify(blocksOf(markdown)).matchAll(/"type":"([a-z-]+)"/g)].map(([, type]) => type!);
  test.each([
    [
      'tasks',
      cell(
        '<ul class="contains-task-list"><li><input type="checkbox">a</li><li><input type="checkbox" checked>b</li></ul>',
      ),
      'list-tasks',
    ],
    ['a hint', cell(`a${div}<p>Text</p><ul><li>b</li></ul></div>`), 'hint'],
    [
      'a hint with an icon',
      cell(`<div data-gb-custom-block data-tag="hint" data-style="danger" data-icon="bolt">T</div>`),
      'hint',
    ],
    ['a file', cell('<div data-gb-custom-block data-tag="file" data-src="a (1).gz"></div>'), 'file'],
    [
      'a file with a caption',
      cell('<div data-gb-custom-block data-tag="file" data-src="a.gz"><p>Words</p></div>'),
      'file',
    ],
    [
      'tabs',
      cell(
        '<p>a</p><div data-gb-custom-block data-tag="tabs"><div data-gb-custom-block data-tag="tab" data-title="A"><p>b</p></div><div data-gb-custom-block data-tag="tab"><p>c</p></div></div>',
      ),
      'tabs-item',
    ],
    ['a hint on lines of its own', cell(`\n${div}\nText\n</div>\n`), 'hint'],
    ['formulas', cell('a <span class="math">x^2</span>'), 'inline-math'],
    [
      'several options',
      '<table><thead><tr><th data-type="select" data-multiple>A<select multiple><option value="a" label="One"></option><option value="b" label="Two"></option></select></th></tr></thead><tbody><tr><td><span data-option="a">One, </span><span data-option="b">Two</span></td></tr></tbody></table>\n',
      'select',
    ],
  ])('cells with %s are cells of a table', (_, markdown, type) => {
    expect(typesIn(markdown)).toContain(type);
    expect(typesIn(markdown)).not.toContain('html');
    const printed = printMarkdown(parseMarkdown(markdown));
    expect(bare(blocksOf(printed))).toEqual(bare(blocksOf(markdown)));
  });

  test.each([
    [
      'an embed with a caption',
      '{% embed url="https://x.test" caption="Words" %}\n',
      '{% embed url="https://x.test" %}\nWords\n{% endembed %}\n',
    ],
    [
      'an embed without a caption',
      '{% embed url="https://x.test" caption="" %}\n',
      '{% embed url="https://x.test" %}\n',
    ],
    [
      'a file with a caption',
      '{% file src="a.pdf" caption="Words *a*" %}\n',
      '{% file src="a.pdf" %}\nWords \\*a\\*\n{% endfile %}\n',
    ],
    [
      'two captions',
      '{% file src="a.pdf" caption="A" %}\nB\n{% endfile %}\n',
      '{% file src="a.pdf" caption="A" %}\nB\n{% endfile %}\n',
    ],
    [
      'an operation',
      '{% swagger src="a.yaml" path="/a" method="get" %}\n[a.yaml](a.yaml)\n{% endswagger %}\n',
      '{% openapi src="a.yaml" path="/a" method="get" %}\n[a.yaml](a.yaml)\n{% endopenapi %}\n',
    ],
    [
      'code with a title',
      '{% code-tabs %}\n{% code-tabs-item title="a.js" %}\n```js\na\n```\n{% endcode-tabs-item %}\n{% endcode-tabs %}\n',
      '{% code title="a.js" %}\n```js\na\n```\n{% endcode %}\n',
    ],
    [
      'tabs of code',
      '{% code-tabs %}\n{% code-tabs-item title="a" %}\n```\na\n```\n{% endcode-tabs-item %}\n\n{% code-tabs-item title="b" %}\n```\nb\n```\n{% endcode-tabs-item %}\n{% endcode-tabs %}\n',
      '{% tabs %}\n{% tab title="a" %}\n```\na\n```\n{% endtab %}\n\n{% tab title="b" %}\n```\nb\n```\n{% endtab %}\n{% endtabs %}\n',
    ],
    [
      'the alignment of a column',
      '{% columns %}\n{% column verticalAlignment="middle" %}\na\n{% endcolumn %}\n{% endcolumns %}\n',
      '{% columns %}\n{% column valign="middle" %}\na\n{% endcolumn %}\n{% endcolumns %}\n',
    ],
    ['reusable content', "{% include 'a.md' %}\n", '{% include "a.md" %}\n'],
  ])('tags of older versions are read: %s', (_, markdown, expected) => {
    const printed = printMarkdown(parseMarkdown(markdown));
    expect(printed).toBe(expected);
    expect(printMarkdown(parseMarkdown(printed))).toBe(printed);
  });

  test.each(['div', 'center', 'section', 'figure', 'span', 'a', 'font', 'table', 'ul', 'p'])(
    'the end of <%s> stays when text is between empty lines',
    (name) => {
      const markdown = `<${name} class="x">\n\nWords\n\n</${name}>\n\nAfter\n`;
      expect(printMarkdown(parseMarkdown(markdown))).toBe(markdown);
    },
  );
});
