import { describe, expect, it } from 'vitest';
import type { Block } from '../document.ts';
import { parseMarkdown } from '../markdown/parse.ts';
import { plainText } from '../text.ts';
import { type BlockDiff, diffDocuments } from './document.ts';

/** Rows of cells; the first has the titles. */
type Table = readonly (readonly string[])[];

const documentOf = (table: Table) =>
  parseMarkdown(
    table
      .map((row, at) => `| ${row.join(' | ')} |${at === 0 ? `\n|${row.map(() => ' --- |').join('')}` : ''}`)
      .join('\n'),
  );

type Changed = Extract<BlockDiff, { kind: 'changed' }>;

const compare = (before: Table, after: Table): Changed => {
  const [diff, ...others] = diffDocuments(documentOf(before), documentOf(after));
  expect(others).toEqual([]);
  expect(diff?.kind).toBe('changed');
  return diff as Changed;
};

const wordsOf = (blocks: readonly Block[]) =>
  plainText({ object: 'document', data: {}, nodes: blocks }).trim();

/** The cells of changed rows that differ: the row, the title of the column, and what happened. */
const changedCells = ({ blocks = [], versions }: Changed): string[] =>
  blocks.flatMap((row, at) => {
    if (row.kind === 'same') return [];
    if (row.kind !== 'changed') return [`${at} ${row.kind}`];
    const titleOf = (id: string) => {
      const [is, was] = [versions!.after, versions!.before].map(
        ({ data }) => (data!.definition as Record<string, { title: string }>)[id]?.title,
      );
      return is ?? was;
    };
    return Object.entries(row.fragments ?? {}).map(([id, cell]) => {
      const words = cell.map((diff) =>
        diff.kind === 'changed' ? diff.kind : `${diff.kind} ${wordsOf([diff.block])}`,
      );
      return `${at} ${titleOf(id)}: ${words.join(', ')}`;
    });
  });

const TABLE: Table = [
  ['Name', 'Type', 'Default'],
  ['host', 'string', 'localhost'],
  ['port', 'number', '3000'],
];
const withColumn = (table: Table, column: number, cells: readonly string[]): Table =>
  table.map((row, at) => row.toSpliced(column, 0, cells[at] ?? ''));
const SINCE = ['Since', '1.0', '1.1'];

describe('comparing tables whose columns changed', () => {
  it('finds an added column between others, and nothing else', () => {
    expect(changedCells(compare(TABLE, withColumn(TABLE, 1, SINCE)))).toEqual([
      '0 Since: added 1.0',
      '1 Since: added 1.1',
    ]);
  });

  it('finds a removed column', () => {
    expect(changedCells(compare(withColumn(TABLE, 0, SINCE), TABLE))).toEqual([
      '0 Since: removed 1.0',
      '1 Since: removed 1.1',
    ]);
  });

  it('finds a moved column by its title: no cell changed', () => {
    const moved = TABLE.map(([name, type, byDefault]) => [byDefault!, name!, type!]);
    const diff = compare(TABLE, moved);
    expect(changedCells(diff)).toEqual([]);
    expect(Object.keys(diff.attributes)).toEqual(['view']);
  });

  it('finds a renamed column by its cells, with the title as its only change', () => {
    const renamed = TABLE.with(0, ['Name', 'Kind', 'Default']);
    const diff = compare(TABLE, renamed);
    expect(changedCells(diff)).toEqual([]);
    expect(Object.keys(diff.attributes)).toEqual(['definition']);
  });

  it('finds a changed cell beside an added column', () => {
    const edited = withColumn(TABLE.with(2, ['port', 'number', '3000 or 8080']), 0, SINCE);
    expect(changedCells(compare(TABLE, edited))).toEqual([
      '0 Since: added 1.0',
      '1 Default: changed',
      '1 Since: added 1.1',
    ]);
  });

  it('finds rows again by the cells of the columns that both tables have', () => {
    const about = [
      'About',
      'A long sentence about the host to bind',
      'Another long sentence on something else',
    ];
    const edited = withColumn([...TABLE.slice(0, 1), ['tls', 'boolean', 'no'], ...TABLE.slice(1)], 3, [
      about[0]!,
      'A third long sentence, on encryption',
      about[1]!,
      about[2]!,
    ]);
    expect(changedCells(compare(TABLE, edited))).toEqual([
      '0 added',
      `1 About: added ${about[1]}`,
      `2 About: added ${about[2]}`,
    ]);
  });

  it('takes a column of another type for another column', () => {
    const typed = (type: string) =>
      parseMarkdown(
        `<table><thead><tr><th>A</th><th data-type="${type}">B</th></tr></thead><tbody><tr><td>one</td><td>1</td></tr></tbody></table>\n`,
      );
    const [diff] = diffDocuments(typed('number'), typed('text'));
    const { before, after } = (diff as Changed).versions!;
    const ids = [before, after].map(({ data }) => (data!.view as { columns: string[] }).columns);
    expect(ids[0]![0]).toBe(ids[1]![0]);
    expect(ids[0]![1]).not.toBe(ids[1]![1]);
  });

  it('never takes two columns for the same one', () => {
    // The first column got the title of the second, which got that of the first and other cells.
    const diff = compare(
      [
        ['A', 'B'],
        ['one', 'three'],
        ['two', 'four'],
      ],
      [
        ['B', 'A'],
        ['one', 'five'],
        ['two', 'six'],
      ],
    );
    const { before, after } = diff.versions!;
    for (const { data } of [before, after]) expect(Object.keys(data!.definition as object)).toHaveLength(2);
  });
});
