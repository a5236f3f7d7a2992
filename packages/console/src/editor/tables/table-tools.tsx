import type { Editor } from '@tiptap/core';
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  BetweenHorizontalEnd,
  BetweenVerticalEnd,
  ChevronDown,
  Copy,
  PanelTop,
  Plus,
  Settings2,
  Trash2,
} from 'lucide-react';
import { IconButton } from '../../primitives/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../primitives/menu.tsx';
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
  setColumn,
  setColumnType,
  type TableEdit,
} from './table-edits.ts';
import { blockOf, editTable, newId, type TablePlace } from './table-place.ts';
import styles from './tables.module.css';

const ALIGNMENTS = [
  { value: 'left', label: 'Left' },
  { value: 'center', label: 'Center' },
  { value: 'right', label: 'Right' },
];

const MenuButton = ({ label, ...attributes }: { readonly label: string }) => (
  <button type="button" {...attributes} className={styles.menuButton}>
    {label}
    <ChevronDown size={14} aria-hidden="true" />
  </button>
);

/** The tools of a table: its rows, its columns and its settings. */
export const TableTools = ({ editor, place }: { readonly editor: Editor; readonly place: TablePlace }) => {
  const { position, table, row, column } = place;
  const block = blockOf(table);
  const [rows, columns] = [rowIds(block), columnIds(block)];
  const [record, id] = [rows[row], columns[column]];
  const head = table.firstChild!;
  const isHeadless = head.attrs.isHidden === true || head.textContent === '';
  const run = (edit: TableEdit, cell = { row, column }) => {
    editTable(editor, position, edit, cell);
    // After the menu has given up the focus.
    requestAnimationFrame(() => editor.view.focus());
  };
  const addRow = (at: number) => run(insertRow(at, newId()), { row: at, column });
  const addColumn = (at: number) => run(insertColumn(at, newId()), { row: -1, column: at });
  const definition = id === undefined ? {} : columnOf(block, id);
  return (
    <>
      <IconButton icon={BetweenHorizontalEnd} label="Add a row below" onClick={() => addRow(row + 1)} />
      <IconButton
        icon={BetweenVerticalEnd}
        label="Add a column to the right"
        onClick={() => addColumn(column + 1)}
      />
      <Menu trigger={<MenuButton label="Row" />}>
        {row >= 0 && (
          <MenuItem icon={Plus} onSelect={() => addRow(row)}>
            Add a row above
          </MenuItem>
        )}
        <MenuItem icon={Plus} onSelect={() => addRow(row + 1)}>
          Add a row below
        </MenuItem>
        {record !== undefined && (
          <>
            {row === 0 && isHeadless && (
              <MenuItem icon={PanelTop} onSelect={() => run(rowToHeader(record), { row: -1, column })}>
                Use as header
              </MenuItem>
            )}
            {row > 0 && (
              <MenuItem icon={ArrowUp} onSelect={() => run(moveRow(row, row - 1), { row: row - 1, column })}>
                Move up
              </MenuItem>
            )}
            {row < rows.length - 1 && (
              <MenuItem
                icon={ArrowDown}
                onSelect={() => run(moveRow(row, row + 1), { row: row + 1, column })}
              >
                Move down
              </MenuItem>
            )}
            <MenuItem
              icon={Copy}
              onSelect={() => run(duplicateRow(record, newId()), { row: row + 1, column })}
            >
              Duplicate
            </MenuItem>
            <MenuSeparator />
            <MenuItem
              icon={Trash2}
              isDangerous
              onSelect={() => run(removeRow(record), { row: Math.max(-1, row - 1), column })}
            >
              Delete the row
            </MenuItem>
          </>
        )}
      </Menu>
      {id !== undefined && (
        <Menu trigger={<MenuButton label="Column" />}>
          <MenuItem icon={Plus} onSelect={() => addColumn(column)}>
            Add a column to the left
          </MenuItem>
          <MenuItem icon={Plus} onSelect={() => addColumn(column + 1)}>
            Add a column to the right
          </MenuItem>
          {column > 0 && (
            <MenuItem
              icon={ArrowLeft}
              onSelect={() => run(moveColumn(column, column - 1), { row, column: column - 1 })}
            >
              Move left
            </MenuItem>
          )}
          {column < columns.length - 1 && (
            <MenuItem
              icon={ArrowRight}
              onSelect={() => run(moveColumn(column, column + 1), { row, column: column + 1 })}
            >
              Move right
            </MenuItem>
          )}
          {columns.length > 1 && (
            <>
              <MenuSeparator />
              <MenuItem
                icon={Trash2}
                isDangerous
                onSelect={() => run(removeColumn(id), { row, column: Math.max(0, column - 1) })}
              >
                Delete the column
              </MenuItem>
            </>
          )}
        </Menu>
      )}
      {id !== undefined && (
        <select
          aria-label="Type of the column"
          className={styles.select}
          value={String(definition.type)}
          onChange={({ target }) => {
            const chosen = COLUMN_TYPES.find(({ type }) => type === target.value);
            if (chosen) run(setColumnType(id, chosen.type));
          }}
        >
          {COLUMN_TYPES.map(({ type, label }) => (
            <option key={type} value={type}>
              {label}
            </option>
          ))}
        </select>
      )}
      {id !== undefined && definition.type === 'text' && (
        <select
          aria-label="Alignment of the column"
          className={styles.select}
          value={String(definition.textAlignment ?? 'left')}
          onChange={({ target }) => run(setColumn(id, { textAlignment: target.value }))}
        >
          {ALIGNMENTS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
      <IconButton
        icon={Settings2}
        label="Settings of the table"
        onClick={() => editor.storage.settings.open(position)}
      />
    </>
  );
};
