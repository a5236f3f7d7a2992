import { type Editor, Extension } from '@tiptap/core';
import { history, redo, undo } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import type { Command, EditorState, Transaction } from '@tiptap/pm/state';
import type { Mappable } from '@tiptap/pm/transform';

const plugin = history();

/** Takes back the last change. */
export const undoEdit = ({ state, view }: Editor): boolean => undo(state, view.dispatch);

/** Makes the last change that was taken back again. */
export const redoEdit = ({ state, view }: Editor): boolean => redo(state, view.dispatch);

interface Range {
  readonly from: number;
  readonly to: number;
}

const moved = ({ from, to }: Range, mapping: Mappable): Range => {
  const start = mapping.map(from, 1);
  return { from: start, to: Math.max(start, mapping.map(to, -1)) };
};

const wordsIn = (doc: Node, { from, to }: Range): string => doc.textBetween(from, to, '\n', '\ufffc');

/** The ranges of a document that a change has inserted. */
const insertedBy = ({ mapping }: Transaction): readonly Range[] =>
  mapping.maps.flatMap((map, at) => {
    const ranges: Range[] = [];
    map.forEach((_, __, from, to) => void ranges.push(moved({ from, to }, mapping.slice(at + 1))));
    return ranges;
  });

/** Whether words stay while a command is repeated as often as it can be. */
const keepsWords = (start: EditorState, inserted: readonly Range[], command: Command): boolean => {
  let state = start;
  let places = inserted.map((range) => ({ range, words: wordsIn(start.doc, range) }));
  const run = (tr: Transaction) => {
    const applied = state.applyTransaction(tr);
    for (const { mapping } of applied.transactions)
      places = places.map(({ range, words }) => ({ range: moved(range, mapping), words }));
    state = applied.state;
  };
  while (command(state, run))
    if (places.some(({ range, words }) => wordsIn(state.doc, range) !== words)) return false;
  return true;
};

/**
 * Makes a change of others one that cannot be undone. What one has done before is forgotten if undoing it would delete their words,
 * such as a line between two lines that were one.
 */
export const asOthers = (state: EditorState, tr: Transaction): Transaction => {
  tr.setMeta('addToHistory', false);
  const next = state.apply(tr);
  const inserted = insertedBy(tr);
  if ([undo, redo].every((command) => keepsWords(next, inserted, command))) return tr;
  const historyState: unknown = plugin.spec.state!.init({}, state);
  return tr.setMeta(plugin, { redo: false, historyState });
};

/** Undo and redo. */
export const undoHistory = Extension.create({
  name: 'undoHistory',
  addProseMirrorPlugins: () => [plugin],
  addKeyboardShortcuts() {
    const { editor } = this;
    return {
      'Mod-z': () => undoEdit(editor),
      'Mod-y': () => redoEdit(editor),
      // With nothing to make again, the key is not the one for taking back.
      'Mod-Shift-z': () => redoEdit(editor) || true,
    };
  },
});
