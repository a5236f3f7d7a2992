import { Extension } from '@tiptap/core';
import { Plugin, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/**
 * The editor scrolls when the cursor is nearer to an edge of the screen: bars cover the text there. The browser, which moves the cursor
 * by itself, gets the same room from the style of the editor.
 */
export const CURSOR_ROOM = { top: 80, right: 5, bottom: 72, left: 5 };

const isScroller = (element: Element): boolean => {
  const { overflowX, overflowY } = getComputedStyle(element);
  return [overflowX, overflowY].some((overflow) => overflow === 'auto' || overflow === 'scroll');
};

/** Whether something else than the window can scroll the whole editor. */
const hasScrollerAround = ({ dom }: EditorView): boolean => {
  for (let around = dom.parentElement; around && around !== document.body; around = around.parentElement)
    if (isScroller(around)) return true;
  return false;
};

/** Leaves out the search for what has to scroll, which measures everything around the text at every key, while the cursor is in sight. */
export const scrollToCursor = Extension.create({
  name: 'scrollToCursor',
  addProseMirrorPlugins: () => {
    let isOnlyWindow: boolean | undefined;
    return [
      new Plugin({
        props: {
          handleScrollToSelection: (view) => {
            const { selection } = view.state;
            const { $head } = selection;
            // Code and tables scroll by themselves.
            if (!(selection instanceof TextSelection) || $head.depth !== 1 || $head.parent.type.spec.code)
              return false;
            isOnlyWindow ??= !hasScrollerAround(view);
            if (!isOnlyWindow) return false;
            const { top, bottom } = view.coordsAtPos($head.pos, 1);
            // A keyboard on the screen makes the visual viewport smaller.
            const height = window.visualViewport?.height ?? window.innerHeight;
            return top >= CURSOR_ROOM.top && bottom <= height - CURSOR_ROOM.bottom;
          },
        },
      }),
    ];
  },
});
