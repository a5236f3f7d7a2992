import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { GripVertical } from 'lucide-react';
import { type DragEvent, useEffect, useState } from 'react';
import styles from './menus.module.css';

interface Place {
  readonly position: number;
  readonly top: number;
  readonly left: number;
}

/** The block at the top of the document at a height of the window. */
const blockAt = ({ view }: Editor, y: number): Place | undefined => {
  const { left } = view.dom.getBoundingClientRect();
  for (const [index, child] of [...view.dom.children].entries()) {
    const { top, bottom } = child.getBoundingClientRect();
    if (y < top || y > bottom || index >= view.state.doc.childCount) continue;
    return { position: view.posAtDOM(child, 0), top, left };
  }
  return undefined;
};

/** A handle beside the block under the pointer: dragging moves it, a click selects it. */
export const BlockHandle = ({ editor }: { readonly editor: Editor }) => {
  const [place, setPlace] = useState<Place>();
  useEffect(() => {
    const move = ({ clientY }: MouseEvent) => {
      const next = blockAt(editor, clientY);
      if (next)
        setPlace((before) => (before?.top === next.top && before.position === next.position ? before : next));
    };
    const hide = () => setPlace(undefined);
    const around = editor.view.dom.parentElement!;
    around.addEventListener('mousemove', move);
    window.addEventListener('scroll', hide, { passive: true });
    editor.on('update', hide);
    return () => {
      around.removeEventListener('mousemove', move);
      window.removeEventListener('scroll', hide);
      editor.off('update', hide);
    };
  }, [editor]);
  if (!place) return null;
  const select = (): NodeSelection | undefined => {
    const { doc, tr } = editor.state;
    const $inside = doc.resolve(Math.min(place.position, doc.content.size));
    const start = $inside.depth > 0 ? $inside.before(1) : place.position;
    const node = doc.nodeAt(start);
    if (!node || !NodeSelection.isSelectable(node)) return undefined;
    const selection = NodeSelection.create(doc, start);
    editor.view.dispatch(tr.setSelection(selection));
    return selection;
  };
  const drag = (event: DragEvent) => {
    const selection = select();
    if (!selection) return;
    event.dataTransfer.setData('text/plain', '');
    event.dataTransfer.effectAllowed = 'move';
    editor.view.dragging = { slice: selection.content(), move: true };
  };
  return (
    <button
      type="button"
      draggable
      tabIndex={-1}
      aria-label="Move block (Alt and arrow keys move the block with the cursor)"
      className={styles.handle}
      style={{ left: place.left - 26, top: place.top + 2 }}
      onClick={() => {
        select();
        editor.view.focus();
      }}
      onDragStart={drag}
    >
      <GripVertical size={16} aria-hidden="true" />
    </button>
  );
};
