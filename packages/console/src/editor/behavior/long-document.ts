import { type Editor, Extension } from '@tiptap/core';
import { Plugin, Selection, TextSelection } from '@tiptap/pm/state';

const MANY_BLOCKS = 400;

/** The class of the element of a document with so many blocks. */
export const lengthClass = (blocks: number): string => (blocks > MANY_BLOCKS ? 'is-long' : '');

/** Moves the cursor to the start or the end of a long document, or selects up to there: the browser knows only what is laid out. */
const goTo =
  (end: 'start' | 'end', isSelecting: boolean) =>
  ({ editor: { state, view } }: { readonly editor: Editor }): boolean => {
    const { doc, selection, tr } = state;
    if (lengthClass(doc.childCount) === '') return false;
    const target = end === 'end' ? Selection.atEnd(doc) : Selection.atStart(doc);
    view.dispatch(
      tr
        .setSelection(isSelecting ? TextSelection.between(selection.$anchor, target.$head) : target)
        .scrollIntoView(),
    );
    return true;
  };

/** Keeps keys fast in a document with many blocks: its style draws only those near the screen. */
export const longDocument = Extension.create({
  name: 'longDocument',
  addKeyboardShortcuts: () => ({
    'Mod-Home': goTo('start', false),
    'Mod-End': goTo('end', false),
    'Shift-Mod-Home': goTo('start', true),
    'Shift-Mod-End': goTo('end', true),
    // On a Mac.
    'Cmd-ArrowUp': goTo('start', false),
    'Cmd-ArrowDown': goTo('end', false),
    'Shift-Cmd-ArrowUp': goTo('start', true),
    'Shift-Cmd-ArrowDown': goTo('end', true),
  }),
  addProseMirrorPlugins: () => [
    new Plugin({
      props: { attributes: ({ doc }) => ({ class: lengthClass(doc.childCount) }) },
    }),
  ],
});
