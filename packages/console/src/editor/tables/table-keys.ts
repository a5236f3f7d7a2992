import { type Editor, Extension } from '@tiptap/core';
import { insertRow, moveColumn, moveRow } from './table-edits.ts';
import { editTable, newId, selectCell, type TablePlace, tablePlace } from './table-place.ts';

type Command = (editor: Editor, place: TablePlace) => boolean;

const sizeOf = ({ table }: TablePlace) => ({
  rows: table.childCount - 1,
  columns: table.child(0).childCount,
});

const step =
  (direction: -1 | 1): Command =>
  (editor, place) => {
    const { position, row, column } = place;
    const { rows, columns } = sizeOf(place);
    const next = (row + 1) * columns + column + direction;
    if (next < 0) return false;
    const target = { row: Math.floor(next / columns) - 1, column: next % columns };
    // Tab in the last cell continues on a new row.
    if (target.row >= rows) editTable(editor, position, insertRow(rows, newId()), target);
    else
      editor.view.dispatch(selectCell(editor.state.tr, position, target.row, target.column).scrollIntoView());
    return true;
  };

const rowBelow: Command = (editor, { position, row, column }) => {
  editTable(editor, position, insertRow(row + 1, newId()), { row: row + 1, column });
  return true;
};

const moveRowBy =
  (direction: -1 | 1): Command =>
  (editor, place) => {
    const { position, row, column } = place;
    const to = row + direction;
    if (row < 0) return false;
    if (to >= 0 && to < sizeOf(place).rows)
      editTable(editor, position, moveRow(row, to), { row: to, column });
    return true;
  };

const moveColumnBy =
  (direction: -1 | 1): Command =>
  (editor, place) => {
    const { position, row, column } = place;
    const to = column + direction;
    if (to >= 0 && to < sizeOf(place).columns)
      editTable(editor, position, moveColumn(column, to), { row, column: to });
    return true;
  };

const leaveHeading: Command = (editor, place) => {
  if (place.row >= 0) return false;
  if (sizeOf(place).rows === 0) return rowBelow(editor, place);
  editor.view.dispatch(selectCell(editor.state.tr, place.position, 0, place.column));
  return true;
};

/** The keys of tables: Tab moves between cells, Alt and arrows move the row, Alt, Shift and arrows the column. */
export const tableKeys = Extension.create({
  name: 'tableKeys',
  addKeyboardShortcuts() {
    const { editor } = this;
    const run = (command: Command) => () => {
      const place = tablePlace(editor.state.selection.$from);
      return place !== undefined && command(editor, place);
    };
    return {
      Tab: run(step(1)),
      'Shift-Tab': run(step(-1)),
      Enter: run(leaveHeading),
      'Shift-Enter': run(leaveHeading),
      'Mod-Enter': run(rowBelow),
      'Alt-ArrowUp': run(moveRowBy(-1)),
      'Alt-ArrowDown': run(moveRowBy(1)),
      'Alt-Shift-ArrowLeft': run(moveColumnBy(-1)),
      'Alt-Shift-ArrowRight': run(moveColumnBy(1)),
    };
  },
});
