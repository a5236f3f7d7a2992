import type { Editor } from '@tiptap/core';

/** Something that is painted now, whenever what it lacked has arrived, and on demand. */
interface Painted {
  readonly repaint: () => void;
  readonly end: () => void;
}

/** Paints a part of a view. */
export const paintedBy = (editor: Editor, paint: () => void): Painted => {
  const { draw } = editor.storage.siteRenderer;
  let end = draw(paint);
  return {
    repaint: () => {
      end();
      end = draw(paint);
    },
    end: () => end(),
  };
};
