import { describe, expect, test } from 'vitest';
import { rowsToTable, tableToRows } from '../diff/table.ts';
import type { Block } from '../document.ts';
import { toDocument, toEditor } from '../editor/document.ts';
import { parseMarkdown, printMarkdown } from '../index.ts';

const blocksOf = (markdown: string): readonly Block[] => parseMarkdown(markdown).nodes;
const cards = (head: string, cell: string): string =>
  `<table data-view="cards"><thead><tr><th></th><th data-hidden ${head}></th></tr></thead><tbody><tr><td>x</td>${cell}</tr></tbody></table>\n`;
const grid = (head: string, row = '<td>x</td><td>y</td>', before = ''): string =>
  `<table>${before}<thead><tr>${head}</tr></thead><tbody><tr>${row}</tr></tbody></table>\n`;
const cover = (cell: string): string => cards('data-card-cover data-type="files"', cell);
const figure = (image: string, caption = ''): string =>
  `<figure>${image}<figcaption>${caption}</figcaption></figure>`;
const [one, two] = ['<img src="a.png" alt="">', '<img src="b.png" alt="">'];

describe('attributes of cells and columns', () => {
  test.each([
    ['the object fit of a file', cover('<td data-object-fit="contain"><a href="a.png">a.png</a></td>')],
    ['that of its link', cover('<td><a href="a.png" data-object-fit="contain">a.png</a></td>')],
    [
      'the links of several files',
      cover('<td><a href="a.png">a.png</a>, <a href="b.png" target="_blank">c</a></td>'),
    ],
    ['the object fit of no image', cards('data-type="image"', '<td data-object-fit="contain"></td>')],
    [
      'the text of an image and the object fit of its link',
      cards('data-type="image"', '<td data-alt="y"><a href="a.png" data-object-fit="contain">a.png</a></td>'),
    ],
    [
      'the window of a link',
      cards('data-card-target data-type="content-ref"', '<td><a href="a.md" target="_blank">a.md</a></td>'),
    ],
    ['a title over two columns', grid('<th colspan="2">A</th>')],
    [
      'a title over two columns before another',
      grid('<th colspan="2">A</th><th>B</th>', '<td>x</td><td align="right">y</td><td>z</td>'),
    ],
    ['a covered title', grid('<th colspan="2">A</th><th hidden width="10">B</th>')],
  ])('%s stays', (_, html) => {
    const document = parseMarkdown(html);
    const [table, ...others] = document.nodes;
    expect(others).toEqual([]);
    expect(table!.type).toBe('table');
    const printed = printMarkdown(document);
    expect(parseMarkdown(printed)).toEqual(document);
    expect(printMarkdown(toDocument(toEditor(document)))).toBe(printed);
    const again = rowsToTable(tableToRows(table!)!);
    expect(printMarkdown({ ...document, nodes: [again] })).toBe(printed);
  });

  test.each([
    cover('<td data-object-fit="contain"><a href="a.png">a.png</a></td>'),
    cards('data-card-target data-type="content-ref"', '<td><a href="a.md" target="_blank">a.md</a></td>'),
    grid('<th colspan="2">A</th>'),
  ])('%s is printed as it was', (html) => {
    expect(printMarkdown(parseMarkdown(html))).toBe(html);
  });

  test('a span over a column that was deleted is not printed', () => {
    const { nodes, ...document } = parseMarkdown(grid('<th colspan="2">A</th>'));
    const { definition, view, ...data } = nodes[0]!.data as { definition: { c0: object }; view: object };
    const left = { ...data, definition: { c0: definition.c0 }, view: { ...view, columns: ['c0'] } };
    expect(printMarkdown({ ...document, nodes: [{ ...nodes[0]!, data: left }] })).toBe(
      grid('<th>A</th>', '<td>x</td>'),
    );
  });

  test.each([
    ['<colgroup><col width="100"><col></colgroup>', '<th width="100">A</th><th>B</th>'],
    [
      '<colgroup><col style="width: 20%" span="2"></colgroup>',
      '<th width="20%">A</th><th width="20%">B</th>',
    ],
  ])('the widths of %s are those of the columns', (group, head) => {
    expect(printMarkdown(parseMarkdown(grid('<th>A</th><th>B</th>', undefined, group)))).toBe(grid(head));
  });

  test('a group of columns with something else stays HTML', () => {
    const html = grid('<th>A</th><th>B</th>', undefined, '<colgroup><col class="x"></colgroup>');
    expect(blocksOf(html)).toMatchObject([{ type: 'html' }]);
  });
});

describe('figures and tables with a layout', () => {
  const printed = `<div data-full-width="true">${figure(one)} ${figure(two)}</div>\n`;
  test.each([
    [
      'images in a figure',
      figure(`${one}${two}`, '<p>c</p>'),
      `<div>${figure(one)} ${figure(two, '<p>c</p>')}</div>\n`,
    ],
    [
      'a figure',
      `<div data-full-width="true">\n\n${figure(one)}\n\n</div>\n`,
      `<div data-full-width="true">${figure(one)}</div>\n`,
    ],
    ['figures', `<div data-full-width="true">\n\n${figure(one)}\n\n${figure(two)}\n\n</div>\n`, printed],
    ['images', `<div data-full-width="true">\n\n![](a.png)\n\n![](b.png)\n\n</div>\n`, printed],
    [
      'a table with pipes',
      '<div data-full-width="true">\n\n| A | B |\n| - | - |\n| x | y |\n\n</div>\n',
      grid('<th>A</th><th>B</th>').replace('<table', '<table data-full-width="true"'),
    ],
    [
      'a table in an element',
      `<div data-full-width="true">${grid('<th>A</th><th>B</th>').trim()}</div>\n`,
      grid('<th>A</th><th>B</th>').replace('<table', '<table data-full-width="true"'),
    ],
  ])('%s', (_, source, expected) => {
    const document = parseMarkdown(`${source}\nmore\n`);
    expect(document.nodes.map(({ type }) => type)).not.toContain('html');
    expect(printMarkdown(document)).toBe(`${expected}\nmore\n`);
    expect(parseMarkdown(printMarkdown(document))).toEqual(document);
  });

  test.each([
    '<div data-full-width="true">\n\nwords\n\n</div>\n',
    `<div class="x">\n\n${figure(one)}\n\n</div>\n`,
    `<div data-full-width="true">\n\n${figure(one)}\n`,
    '<div align="center">\n\n| A |\n| --- |\n| x |\n\n</div>\n',
  ])('%j keeps its HTML', (source) => {
    expect(blocksOf(source)[0]!.type).toBe('html');
    expect(printMarkdown(parseMarkdown(source))).toBe(source);
  });
});
