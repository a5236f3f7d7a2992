import { describe, expect, test } from 'vitest';
import type { Block } from '../document.ts';
import { parseMarkdown, printMarkdown } from '../index.ts';

const blocksOf = (markdown: string) => parseMarkdown(markdown).nodes as readonly Block[];
const image = '<img src="a.png" alt="">';

describe('attributes that no block knows are kept, and make no raw HTML', () => {
  const table = (attributes: string, head: string, cell: string) =>
    `<table${attributes}><thead><tr><th${head}>A</th></tr></thead><tbody><tr><td${cell}>a</td></tr></tbody></table>\n`;

  test.each([
    ['a table', table(' data-x="1"', '', ''), 'table'],
    ['a table with a style', table(' style="width:100%"', '', ''), 'table'],
    ['a table of an old page', table(' class="x" border="1" cellpadding="2"', '', ''), 'table'],
    ['a head', table('', ' data-x="1"', ''), 'table'],
    ['a head with a width in words', table('', ' width="auto"', ''), 'table'],
    ['a cell', table('', '', ' data-x="1"'), 'table'],
    ['all of them', table(' id="a"', ' data-x="1" data-y="2"', ' style="color:red" data-z="3"'), 'table'],
    ['a figure', `<figure data-x="1">${image}<figcaption></figcaption></figure>\n`, 'images'],
    [
      'a figure in a division',
      `<div data-x="1"><figure class="b">${image}<figcaption></figcaption></figure></div>\n`,
      'images',
    ],
    [
      'figures in a division',
      `<div align="center" style="color:red"><figure>${image}<figcaption><p>Words</p></figcaption></figure> <figure>${image}<figcaption></figcaption></figure></div>\n`,
      'images',
    ],
  ])('%s', (_, markdown, type) => {
    expect(blocksOf(markdown).map((block) => block.type)).toEqual([type]);
    expect(printMarkdown(parseMarkdown(markdown))).toBe(markdown);
  });

  test.each([
    ['a button', '<a href="https://a.test" class="button primary" target="_blank">Words</a>\n'],
    [
      'a button with an icon',
      '<a href="https://a.test" class="button secondary" data-icon="bolt" data-x="1" rel="nofollow">Words</a>\n',
    ],
    [
      'a button with an action',
      '<button type="button" class="button primary" data-action="search" data-query="a" data-x="1">Words</button>\n',
    ],
  ])('%s', (_, markdown) => {
    expect(blocksOf(markdown)[0]).toMatchObject({ type: 'paragraph', nodes: [{ type: 'button' }] });
    expect(printMarkdown(parseMarkdown(markdown))).toBe(markdown);
  });

  test('an attribute without a value stays', () => {
    const printed = printMarkdown(parseMarkdown(table(' data-x', '', '')));
    expect(printed).toContain('<table data-x');
    expect(blocksOf(printed)).toEqual(blocksOf(table(' data-x', '', '')));
  });

  test('a division around an image without a figure stays HTML', () => {
    expect(blocksOf(`<div class="x">${image}</div>\n`)[0]!.type).toBe('html');
  });
});

describe('widths of columns', () => {
  const table = (head: string) =>
    `<table><thead><tr><th${head}>A</th><th>B</th></tr></thead><tbody><tr><td>a</td><td>b</td></tr></tbody></table>\n`;

  test.each([
    [' width="50%"', ' width="50%"', 50],
    [' width="33.5%"', ' width="33.5%"', 33.5],
    [' width="200"', ' width="200"', 200],
    [' width="200px"', ' width="200"', 200],
    [' style="width:50%"', ' width="50%"', 50],
    [' style="width: 120px; text-align: center"', ' width="120" align="center"', 120],
  ])('%s', (head, printed, width) => {
    const [block] = blocksOf(table(head));
    expect(block).toMatchObject({ type: 'table', data: { view: { columnWidths: { c0: width } } } });
    expect(printMarkdown(parseMarkdown(table(head)))).toBe(table(printed));
    expect(blocksOf(table(printed))).toEqual([block]);
  });

  test('a changed width replaces a percentage', () => {
    const document = parseMarkdown(table(' width="50%"'));
    const changed = JSON.parse(JSON.stringify(document).replace('"c0":50', '"c0":300'));
    expect(printMarkdown(changed)).toBe(table(' width="300"'));
  });
});
