import { type Editor, Extension } from '@tiptap/core';
import { history, redo, undo } from '@tiptap/pm/history';

/** Takes back the last change. */
export const undoEdit = ({ state, view }: Editor): boolean => undo(state, view.dispatch);

/** Makes the last change that was taken back again. */
export const redoEdit = ({ state, view }: Editor): boolean => redo(state, view.dispatch);

/** Undo and redo. */
export const undoHistory = Extension.create({
  name: 'undoHistory',
  addProseMirrorPlugins: () => [history()],
  addKeyboardShortcuts() {
    const { editor } = this;
    return {
      'Mod-z': () => undoEdit(editor),
      'Mod-y': () => redoEdit(editor),
      'Mod-Shift-z': () => redoEdit(editor),
    };
  },
});
