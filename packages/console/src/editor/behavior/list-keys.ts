import { type Editor, Extension } from '@tiptap/core';
import { dataOf } from '../schema/attributes.ts';
import { tablePlace } from '../tables/table-place.ts';
import { joinNextLine } from './join-lines.ts';

const ITEM = 'listItem';

const currentItem = ({ state: { selection } }: Editor) => {
  const { $from } = selection;
  // Only the item whose own block the cursor is in, not one further out. Code has keys of its own.
  if ($from.parent.type.spec.code) return undefined;
  return $from.depth > 1 && $from.node(-1).type.name === ITEM ? $from.node(-1) : undefined;
};

const split = (editor: Editor): boolean => {
  const item = currentItem(editor);
  if (!item) return false;
  const isTask = typeof dataOf(item).checked === 'boolean';
  return editor.commands.splitListItem(ITEM, { data: isTask ? { checked: false } : {}, key: null });
};

const liftAtStart = (editor: Editor): boolean => {
  const { selection } = editor.state;
  const isStart = selection.empty && selection.$from.parentOffset === 0 && selection.$from.index(-1) === 0;
  return isStart && currentItem(editor) !== undefined && editor.commands.liftListItem(ITEM);
};

/** Nests an item. Tab stays in the list if it cannot be nested; in a table, it goes to the next cell. */
const nest = (editor: Editor): boolean =>
  currentItem(editor) !== undefined &&
  (editor.commands.sinkListItem(ITEM) || tablePlace(editor.state.selection.$from) === undefined);

/** The keys of lists: Enter, Tab, Backspace and Delete. */
export const listKeys = Extension.create({
  name: 'listKeys',
  addKeyboardShortcuts() {
    const { editor } = this;
    return {
      Enter: () => split(editor),
      Tab: () => nest(editor),
      'Shift-Tab': () => currentItem(editor) !== undefined && editor.commands.liftListItem(ITEM),
      Backspace: () => liftAtStart(editor),
      Delete: () => joinNextLine(editor),
      'Mod-Delete': () => joinNextLine(editor),
    };
  },
});
