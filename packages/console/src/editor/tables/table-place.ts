import type { Block } from '@lectern/document';
import type { Editor } from '@tiptap/core';
import type { Node, ResolvedPos } from '@tiptap/pm/model';
import { NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { toDocument, toEditor } from '../../../../document/src/editor/document.ts';
import type { EditorNode } from '../../../../document/src/editor/editor-node.ts';
import { randomId } from '../../primitives/random-id.ts';
import { columnIds, rowIds, type TableEdit } from './table-edits.ts';

/** Where the cursor is in a table. */
export interface TablePlace {
  /** The position of the table. */
  readonly position: number;
  readonly table: Node;
  /** -1 is the header. */
  readonly row: number;
  readonly column: number;
}

/** The table around a position. */
export const tablePlace = ($at: ResolvedPos): TablePlace | undefined => {
  for (let depth = $at.depth; depth > 0; depth--) {
    if ($at.node(depth).type.name !== 'table') continue;
    return {
      position: $at.before(depth),
      table: $at.node(depth),
      row: $at.index(depth) - 1,
      column: $at.depth > depth ? $at.index(depth + 1) : 0,
    };
  }
  return undefined;
};

/** A table of the editor as a block of the document. */
export const blockOf = (table: Node): Block =>
  toDocument({ type: 'doc', content: [table.toJSON() as EditorNode] }).nodes[0]!;

/** The position of a cell. */
const cellPosition = (table: Node, position: number, row: number, column: number): number | undefined => {
  const line = table.maybeChild(row + 1);
  if (!line || column < 0 || column >= line.childCount) return undefined;
  let at = position + 1;
  for (let index = 0; index <= row; index++) at += table.child(index).nodeSize;
  at++;
  for (let index = 0; index < column; index++) at += line.child(index).nodeSize;
  return at;
};

/** Puts the cursor into a cell, or selects one that has no text. The words of a heading are selected, because most are replaced. */
export const selectCell = (tr: Transaction, position: number, row: number, column: number): Transaction => {
  const table = tr.doc.nodeAt(position);
  const at = table && cellPosition(table, position, row, column);
  if (at === undefined || at === null) return tr;
  const cell = tr.doc.nodeAt(at)!;
  const end = at + cell.nodeSize - 1;
  if (cell.isAtom) return tr.setSelection(NodeSelection.create(tr.doc, at));
  return tr.setSelection(
    cell.isTextblock
      ? TextSelection.create(tr.doc, at + 1, end)
      : TextSelection.near(tr.doc.resolve(end), -1),
  );
};

/** Changes a table in a transaction, and puts the cursor into a cell of it. */
export const changeTable = (
  view: EditorView,
  tr: Transaction,
  position: number,
  edit: TableEdit,
  cell?: { readonly row: number; readonly column: number },
): void => {
  const table = tr.doc.nodeAt(position);
  if (table?.type.name !== 'table') return;
  const block = edit(blockOf(table));
  const [json] = toEditor({ object: 'document', data: {}, nodes: [block] }).content!;
  tr.replaceWith(position, position + table.nodeSize, tr.doc.type.schema.nodeFromJSON(json));
  const rows = rowIds(block).length;
  const columns = columnIds(block).length;
  if (cell) selectCell(tr, position, Math.min(cell.row, rows - 1), Math.min(cell.column, columns - 1));
  view.dispatch(tr.scrollIntoView());
  // Cells that are equal are not drawn again, but their column may be another one.
  const dom = view.nodeDOM(position) as Element | null;
  for (const value of dom?.querySelectorAll('.table-value') ?? [])
    value.dispatchEvent(new CustomEvent('repaint'));
};

/** Changes a table, and puts the cursor into a cell of it. */
export const editTable = (
  { state, view }: Editor,
  position: number,
  edit: TableEdit,
  cell?: { readonly row: number; readonly column: number },
): void => changeTable(view, state.tr, position, edit, cell);

/** A new id of a row or a column. */
export const newId = (): string => randomId().slice(0, 8);
