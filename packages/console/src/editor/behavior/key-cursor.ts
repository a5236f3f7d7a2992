import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** The parts of a view that its types leave out. */
interface ViewInternals {
  readonly domObserver: { flush: () => void };
  readonly input: { lastFocus: number };
}

/** Reads the cursor before each key: the browser may report that it moved only after keys that wait already. */
export const keyCursor = Extension.create({
  name: 'keyCursor',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          keydown: (view: EditorView) => {
            if (view.composing) return false;
            const { domObserver, input } = view as unknown as ViewInternals;
            // A cursor that is moved to the start by a key was not put there by the focus.
            input.lastFocus = 0;
            domObserver.flush();
            return false;
          },
        },
      },
    }),
  ],
});
