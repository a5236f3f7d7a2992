import type { Block } from '@lectern/document';
import { type Node, Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { insertSlice, sliceOf } from '../behavior/pasted-slice.ts';
import {
  columnIds,
  contentOf,
  insertColumn,
  insertRow,
  lineOf,
  rowIds,
  setCell,
  setColumn,
  type TableEdit,
  wordsOf,
} from './table-edits.ts';
import { blockOf, changeTable, newId, tablePlace } from './table-place.ts';

/** Copied cells: rows from the top, with the blocks of each cell. */
type Cells = readonly (readonly (readonly Block[])[])[];

const TABLE_PARTS: ReadonlySet<string> = new Set([
  'table',
  'tableRow',
  'tableCell',
  'tableHead',
  'tableHeading',
]);

/** The cells of a spreadsheet that was copied as text. */
export const cellsOfText = (data: DataTransfer): Cells | undefined => {
  const text = data.getData('text/plain');
  if (data.getData('text/html') !== '' || !text.includes('\t')) return undefined;
  return text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((words) => lineOf(words.trim())));
};

const cellsOfSlice = ({ content, openStart, openEnd }: Slice): Cells | undefined => {
  const table = openStart === 0 && openEnd === 0 && content.childCount === 1 ? content.firstChild : null;
  return table?.type.name === 'table' ? contentOf(blockOf(table)) : undefined;
};

/** Fills cells from one on; row -1 is the header. Rows and columns that are missing are added. */
const fillCells =
  (row: number, column: number, cells: Cells): TableEdit =>
  (table) => {
    const width = Math.max(...cells.map(({ length }) => length));
    let next = table;
    for (let at = rowIds(next).length; at < row + cells.length; at++) next = insertRow(at, newId())(next);
    for (let at = columnIds(next).length; at < column + width; at++) next = insertColumn(at, newId())(next);
    const [records, columns] = [rowIds(next), columnIds(next)];
    for (const [y, line] of cells.entries())
      for (const [x, nodes] of line.entries()) {
        const [record, id] = [records[row + y], columns[column + x]!];
        next =
          record === undefined
            ? setColumn(id, { title: wordsOf(nodes).replaceAll(/\s+/g, ' ') })(next)
            : setCell(record, id, nodes)(next);
      }
    return next;
  };

/** Pastes copied cells into those of a table, from the one with the cursor on; outside of tables, it does nothing. */
export const pasteCells = (view: EditorView, cells: Cells): boolean => {
  if (!tablePlace(view.state.selection.$from)) return false;
  const [only] = cells.flat();
  if (!only) return false;
  if (cells.flat().length === 1)
    return insertSlice(view, sliceOf(view.state.schema, { object: 'document', data: {}, nodes: only }));
  const tr = view.state.tr.deleteSelection().setMeta('paste', true);
  const place = tablePlace(tr.selection.$from);
  if (!place) return false;
  const { position, row, column } = place;
  const last = { row: row + cells.length - 1, column: column + cells.at(-1)!.length - 1 };
  changeTable(view, tr, position, fillCells(row, column, cells), last);
  return true;
};

const isTablePart = (node: Node | null): node is Node => node !== null && TABLE_PARTS.has(node.type.name);

/** What was copied inside of one cell, without the cell around it. */
const withoutCell = (slice: Slice): Slice => {
  let inner = slice;
  while (inner.openStart > 0 && inner.openEnd > 0 && inner.content.childCount === 1) {
    const part = inner.content.firstChild;
    if (!isTablePart(part)) break;
    inner = new Slice(part.content, inner.openStart - 1, inner.openEnd - 1);
  }
  return inner;
};

/** Replaces the selection by what was pasted; a table that is pasted into a cell fills the cells from there on. */
export const pasteSlice = (view: EditorView, slice: Slice): boolean => {
  const cells = tablePlace(view.state.selection.$from) ? cellsOfSlice(slice) : undefined;
  return (cells !== undefined && pasteCells(view, cells)) || insertSlice(view, withoutCell(slice));
};
