import { type Block, type Document, parseMarkdown, printMarkdown } from '@lectern/document';
import { describe, expect, test } from 'vitest';
import { toDocument, toEditor } from '../../../../document/src/editor/document.ts';
import { anyDocument } from '../../../../document/src/testing/any-document.ts';
import { law } from '../../../../document/src/testing/random.ts';
import { COLUMN_TYPES } from './column-types.ts';
import {
  columnIds,
  columnOf,
  duplicateRow,
  insertColumn,
  insertRow,
  moveColumn,
  moveRow,
  removeColumn,
  removeRow,
  rowIds,
  rowToHeader,
  setCellValue,
  setColumn,
  setColumnType,
  setView,
  setViewType,
  type TableEdit,
} from './table-edits.ts';

const TABLE = '| Name | Count |\n| --- | --- |\n| **a** | 1 |\n| b | 2 |\n';
const tableOf = (markdown: string): Block => parseMarkdown(markdown).nodes[0] as Block;
const documentOf = (table: Block): Document => ({ object: 'document', data: {}, nodes: [table] });
const after = (...edits: readonly TableEdit[]): string => {
  let table = tableOf(TABLE);
  for (const edit of edits) table = edit(table);
  return printMarkdown(documentOf(table));
};
const ids = (table: Block = tableOf(TABLE)) => ({ rows: rowIds(table), columns: columnIds(table) });
const lines = (markdown: string): readonly string[] =>
  markdown.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim());

describe('edits of tables', () => {
  const { rows, columns } = ids();
  test('rows are added, copied, moved and removed', () => {
    expect(lines(after(insertRow(1, 'new')))[3]).toMatch(/^[| ]+$/);
    expect(lines(after(duplicateRow(rows[0]!, 'copy'))).slice(2, 5)).toEqual([
      '| **a** | 1 |',
      '| **a** | 1 |',
      '| b | 2 |',
    ]);
    expect(lines(after(moveRow(1, 0))).slice(2, 4)).toEqual(['| b | 2 |', '| **a** | 1 |']);
    expect(lines(after(removeRow(rows[0]!))).slice(2, 4)).toEqual(['| b | 2 |', '']);
    expect(after(insertRow(2, 'new'), removeRow('new'))).toBe(after());
  });

  test('a row becomes the header', () => {
    const headed = after(setView({ hideHeader: true }), rowToHeader(rows[0]!));
    expect(lines(headed)).toEqual(['| a | 1 |', '| --- | --- |', '| b | 2 |', '']);
  });

  test('columns are added, named, moved and removed', () => {
    expect(lines(after(insertColumn(1, 'new', 'More')))[0]).toBe('| Name | More | Count |');
    expect(lines(after(setColumn(columns[0]!, { title: 'Who' })))[0]).toBe('| Who | Count |');
    expect(lines(after(moveColumn(0, 1)))[2]).toBe('| 1 | **a** |');
    expect(lines(after(removeColumn(columns[0]!)))[2]).toBe('| 1 |');
    expect(after(insertColumn(2, 'new'), removeColumn('new'))).toBe(after());
  });

  test('a column of another type keeps what both can say', () => {
    const count = columns[1]!;
    const asNumber = setColumnType(count, 'number')(tableOf(TABLE));
    expect(columnOf(asNumber, count)).toMatchObject({ type: 'number', title: 'Count' });
    expect(Object.values((asNumber.data!.records ?? {}) as object).map((row) => row.values[count])).toEqual([
      1, 2,
    ]);
    const back = setColumnType(count, 'text')(asNumber);
    expect(printMarkdown(documentOf(back))).toBe(after());
    const asChoice = setColumnType(columns[0]!, 'select')(tableOf(TABLE));
    expect(
      (columnOf(asChoice, columns[0]!).options as { label: string }[]).map(({ label }) => label),
    ).toEqual(['a', 'b']);
    expect(printMarkdown(documentOf(setColumnType(columns[0]!, 'text')(asChoice)))).toBe(
      after().replace('**a**', 'a'),
    );
  });

  test('cards and back, without a header, with a value', () => {
    expect(after(setViewType('cards'))).toContain('data-view="cards"');
    expect(after(setViewType('cards'), setViewType('grid'))).toBe(after());
    expect(after(setView({ hideHeader: true }))).toContain('data-header-hidden');
    const table = setCellValue(
      rows[0]!,
      columns[1]!,
      5,
    )(setColumnType(columns[1]!, 'number')(tableOf(TABLE)));
    expect(printMarkdown(documentOf(table))).toContain('5');
  });

  test('every table stays one that the editor can edit and the server can store', () => {
    law(anyDocument, ({ nodes }) => {
      for (const table of nodes.filter(({ type }) => type === 'table')) {
        const { rows: records, columns: shown } = ids(table);
        const [column, record] = [shown[0], records[0]];
        const edits: TableEdit[] = [
          insertRow(records.length, 'new-row'),
          insertColumn(0, 'new-column'),
          setViewType('cards'),
          setViewType('grid'),
          ...(record
            ? [removeRow(record), duplicateRow(record, 'copy'), moveRow(0, records.length - 1)]
            : []),
          ...(column && shown.length > 1 ? [removeColumn(column), moveColumn(0, 1)] : []),
          ...(column ? COLUMN_TYPES.map(({ type }) => setColumnType(column, type)) : []),
        ];
        for (const edit of edits) {
          const made = documentOf(edit(table));
          expect(toDocument(JSON.parse(JSON.stringify(toEditor(made))))).toEqual(made);
          const stored = printMarkdown(made);
          expect(printMarkdown(parseMarkdown(stored))).toBe(stored);
        }
      }
    });
  });
});
