import { parseMarkdown, printMarkdown, sectionsOf } from '@lectern/document';
import { describe, expect, test } from 'vitest';
import { documentOf } from './answer-blocks.ts';
import { passageBlocks } from './passage-blocks.ts';

const shown = (markdown: string): string => {
  const [section] = sectionsOf(parseMarkdown(markdown));
  const { body, tables = [] } = section!;
  return printMarkdown(documentOf(passageBlocks({ text: body, tables })));
};
const table = (rows: number, cell = 'x') =>
  [
    '| Name | Value |',
    '| --- | --- |',
    ...Array.from({ length: rows }, (_, at) => `| n${at} | ${cell} |`),
  ].join('\n');

describe('a passage', () => {
  test('shows a table as a table, between its lines', () => {
    expect(shown(`Before.\n\n${table(2)}\n\nAfter.`)).toBe(`Before.\n\n${table(2)}\n\nAfter.\n`);
  });

  test('shows tables in other blocks, cells with marks and lists, and empty cells', () => {
    const markdown = '{% hint style="info" %}\n| A | B |\n| --- | --- |\n| **a** `b` |  |\n{% endhint %}';
    expect(shown(markdown)).toBe('| A | B |\n| --- | --- |\n| a b |  |\n');
    const html =
      '<table><thead><tr><th>A</th><th data-type="number">B</th></tr></thead><tbody><tr><td><ul><li>one</li><li>two</li></ul></td><td>7</td></tr></tbody></table>';
    expect(shown(html)).toBe('| A | B |\n| --- | --- |\n| one two | 7 |\n');
  });

  test('shows the first rows of a long table, and nothing after it', () => {
    const text = shown(`${table(300, 'something')}\n\nAfter.`);
    expect(text).toContain('| n0 | something |');
    expect(text.length).toBeLessThan(2000);
    expect(text).not.toMatch(/n299|After/);
  });

  test('shows a part of a row that is too long', () => {
    const text = shown(table(1, `${'long '.repeat(400)}`));
    expect(text).toContain('Name');
    expect(text.length).toBeLessThan(1000);
  });

  test('shows several tables, and a long line in part', () => {
    expect(shown(`${table(1)}\n\nBetween.\n\n${table(2)}`)).toBe(`${table(1)}\n\nBetween.\n\n${table(2)}\n`);
    expect(shown('word '.repeat(400))).toMatch(/^word .*…\n$/);
  });
});
