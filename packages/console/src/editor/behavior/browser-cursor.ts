import { Extension } from '@tiptap/core';
import type { ResolvedPos } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** Whether blocks came or went beside a line, or beside what it is in; not when only its words changed. */
const hasMoved = (before: ResolvedPos, after: ResolvedPos): boolean =>
  before.depth !== after.depth ||
  Array.from({ length: after.depth }).some(
    (_, depth) =>
      before.index(depth) !== after.index(depth) ||
      before.node(depth).childCount !== after.node(depth).childCount,
  );

/**
 * Gives the browser the cursor that it reports. After a focus or a click between blocks, Chromium keeps "before the first block of the
 * editor" and reports the start of that block: it writes elsewhere when another block becomes the first.
 */
const settleCursor = (view: EditorView): void => {
  const selection = view.dom.ownerDocument.getSelection();
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection ?? {};
  if (!selection || !anchorNode || !focusNode || !view.dom.contains(anchorNode)) return;
  selection.setBaseAndExtent(anchorNode, anchorOffset!, focusNode, focusOffset!);
};

/** Keeps the cursor of the browser on its line when blocks are inserted or deleted beside it. */
export const browserCursor = Extension.create({
  name: 'browserCursor',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          // Blocks may have moved while a button had the focus.
          focus: (view) => {
            settleCursor(view);
            return false;
          },
        },
      },
      view: () => ({
        update: (view, before) => {
          if (before.doc === view.state.doc || view.composing || !view.hasFocus()) return;
          if (hasMoved(before.selection.$head, view.state.selection.$head)) settleCursor(view);
        },
      }),
    }),
  ],
});
