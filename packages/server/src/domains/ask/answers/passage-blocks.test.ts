import { parseMarkdown, printMarkdown, sectionsOf } from '@lectern/document';
import { describe, expect, test } from 'vitest';
import { documentOf } from './answer-blocks.ts';
import { passageBlocks } from './passage-blocks.ts';

const shown = (markdown: string): string => {
  const [section] = sectionsOf(parseMarkdown(markdown));
  const { body, tables = [], codes = [], items = [] } = section!;
  return printMarkdown(documentOf(passageBlocks({ text: body, tables, codes, items })));
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

  test('shows code as code, with its white space and empty lines, and the first lines of long code', () => {
    const code = '```sh\nlectern backup \\\n  --to /backups\n\nlectern restore\n```';
    expect(shown(`Before.\n\n${code}\n\nAfter.`)).toBe(`Before.\n\n${code}\n\nAfter.\n`);
    expect(shown('{% code title="a.sh" %}\n```sh\nrun\n```\n{% endcode %}\n\nAfter.')).toBe(
      '```sh\nrun\n```\n\nAfter.\n',
    );
    const long = shown(`\`\`\`\n${'do something\n'.repeat(200)}\`\`\`\n\nAfter.`);
    expect(long).toMatch(/^```\n(?:do something\n)+```\n$/);
    expect(long.length).toBeLessThan(720);
  });

  test('shows lists as lists, with their numbers and what is between items', () => {
    const list = '* one\n\n* two\n\n  more of two\n\n* three';
    expect(shown(`Before.\n\n${list}\n\nAfter.`)).toBe(`Before.\n\n${list}\n\nAfter.\n`);
    expect(shown('1. Run:\n\n   ```sh\n   npm start\n   ```\n\n   Wait.\n2. Open it.')).toBe(
      '1. Run:\n\n```sh\nnpm start\n```\n\nWait.\n\n2. Open it.\n',
    );
    expect(shown('* one\n  1. nested\n  2. more\n* two')).toBe('* one\n\n1. nested\n2. more\n\n* two\n');
    expect(shown(`* ${'word '.repeat(100)}\n* ${'word '.repeat(100)}`)).toMatch(/^\* (?:word ?)+\n$/);
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
