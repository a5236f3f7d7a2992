import { describe, expect, test } from 'vitest';
import type { Block } from '../document.ts';
import { parseMarkdown, printMarkdown } from '../index.ts';

const blocksOf = (markdown: string): readonly Block[] => parseMarkdown(markdown).nodes;
const table = (attributes: string, cell: string, head = '<th>A</th><th>B</th>'): string =>
  `<table${attributes}><thead><tr>${head}</tr></thead><tbody><tr><td${cell}>a</td><td${cell}>b</td></tr></tbody></table>\n`;
const column = (markdown: string, id = 'c0') =>
  (blocksOf(markdown)[0]!.data as { definition: Record<string, unknown> }).definition[id];

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

  test('flags that are false are the same as none', () => {
    const flags =
      ' data-full-width="false" data-header-hidden="false" data-view="cards" data-card-wrap="false"';
    const [block] = blocksOf(table(flags, '', '<th data-hidden="false">A</th><th>B</th>'));
    expect(block).toMatchObject({ type: 'table', data: { view: { type: 'cards', columns: ['c0', 'c1'] } } });
    expect(block!.data).not.toHaveProperty('fullWidth');
    expect(block!.data!.view).not.toHaveProperty('wrap');
  });

  test('cards may wrap', () => {
    const markdown = table(' data-view="cards" data-card-wrap', '');
    expect(blocksOf(markdown)[0]).toMatchObject({ data: { view: { type: 'cards', wrap: true } } });
    expect(printMarkdown(parseMarkdown(markdown))).toContain('data-card-wrap');
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
});
