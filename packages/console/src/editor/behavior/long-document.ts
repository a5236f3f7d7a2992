import { type Editor, Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, Selection, TextSelection } from '@tiptap/pm/state';
import { showElement } from '../../primitives/show-element.ts';

const MANY_BLOCKS = 400;

// More blocks than a screen has.
const FAR = 32;

/** The class of the element of a document with so many blocks. */
export const lengthClass = (blocks: number): string => (blocks > MANY_BLOCKS ? 'is-long' : '');

const isLong = ({ childCount }: Node): boolean => childCount > MANY_BLOCKS;

/** Moves the cursor to the start or the end of a long document, or selects up to there: the browser knows only what is laid out. */
const goTo =
  (end: 'start' | 'end', isSelecting: boolean) =>
  ({ editor: { state, view } }: { readonly editor: Editor }): boolean => {
    const { doc, selection, tr } = state;
    if (!isLong(doc)) return false;
    const target = end === 'end' ? Selection.atEnd(doc) : Selection.atStart(doc);
    view.dispatch(
      tr
        .setSelection(isSelecting ? TextSelection.between(selection.$anchor, target.$head) : target)
        .scrollIntoView(),
    );
    return true;
  };

/** The index of the block with the cursor. */
const blockOf = ({ selection }: EditorState): number => selection.$head.index(0);

/** Follows the cursor to a place far away, where blocks were not laid out before. */
const followJumps = () => {
  let isJump = false;
  return new Plugin({
    view: () => ({
      update: ({ state }, before) => {
        isJump = isLong(state.doc) && Math.abs(blockOf(state) - blockOf(before)) > FAR;
      },
    }),
    props: {
      handleScrollToSelection: (view) => {
        const { node } = view.domAtPos(view.state.selection.head);
        const element = node instanceof Element ? node : node.parentElement;
        if (isJump && element && element !== view.dom) showElement(element, 'nearest');
        return false;
      },
    },
  });
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
    followJumps(),
  ],
});
