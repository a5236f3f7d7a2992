import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { GripVertical, Plus } from 'lucide-react';
import { type DragEvent, useEffect, useState } from 'react';
import { blocksAround } from '../settings/block-actions.ts';
import styles from './menus.module.css';

interface Place {
  readonly position: number;
  readonly top: number;
  readonly left: number;
}

/** The block under the pointer, which may be inside of another one. */
const blockAt = ({ view, state }: Editor, x: number, y: number): Place | undefined => {
  const around = view.dom.getBoundingClientRect();
  // Beside the text, the block at the same height is meant.
  const left = Math.min(Math.max(x, around.left + 8), around.right - 8);
  const found = view.posAtCoords({ left, top: y });
  if (!found) return undefined;
  const position = found.inside >= 0 ? found.inside : found.pos;
  const blocks = blocksAround(state.doc, position);
  // Images and cells have the handle of what is around them.
  const block = blocks.find(({ node }) => node.type.name !== 'image') ?? blocks[0];
  const dom = block && view.nodeDOM(block.position);
  if (!(dom instanceof Element)) return undefined;
  // In the margin, where it covers no text: of the page, or of the column.
  const margin = dom.closest('.column') ?? view.dom;
  return {
    position: block!.position,
    top: dom.getBoundingClientRect().top,
    left: margin.getBoundingClientRect().left,
  };
};

/** A handle beside the block under the pointer: dragging moves it, a click opens its settings, and a plus adds a block below. */
export const BlockHandle = ({ editor }: { readonly editor: Editor }) => {
  const [place, setPlace] = useState<Place>();
  useEffect(() => {
    let frame = 0;
    let last = { x: 0, y: 0 };
    const move = ({ clientX, clientY, target }: MouseEvent) => {
      // After a key the browser reports the pointer again where it rests.
      if (last.x === clientX && last.y === clientY) return;
      last = { x: clientX, y: clientY };
      if (target instanceof Element && target.closest('[data-block-handle]')) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (editor.isDestroyed) return;
        const next = blockAt(editor, clientX, clientY);
        if (next)
          setPlace((before) =>
            before?.top === next.top && before.position === next.position ? before : next,
          );
      });
    };
    const hide = () => setPlace(undefined);
    const around = editor.view.dom.parentElement!.parentElement!;
    around.addEventListener('mousemove', move);
    // Keys move what is beside the handle.
    around.addEventListener('keydown', hide);
    window.addEventListener('scroll', hide, { passive: true, capture: true });
    editor.on('update', hide);
    return () => {
      cancelAnimationFrame(frame);
      around.removeEventListener('mousemove', move);
      around.removeEventListener('keydown', hide);
      window.removeEventListener('scroll', hide, { capture: true });
      editor.off('update', hide);
    };
  }, [editor]);
  if (!place) return null;
  const drag = (event: DragEvent) => {
    const { doc, tr } = editor.state;
    const node = doc.nodeAt(place.position);
    if (!node || !NodeSelection.isSelectable(node)) return;
    const selection = NodeSelection.create(doc, place.position);
    editor.view.dispatch(tr.setSelection(selection));
    event.dataTransfer.setData('text/plain', '');
    event.dataTransfer.effectAllowed = 'move';
    const dom = editor.view.nodeDOM(place.position);
    if (dom instanceof Element) event.dataTransfer.setDragImage(dom, 0, 0);
    editor.view.dragging = { slice: selection.content(), move: true };
  };
  const addBelow = () => {
    const node = editor.state.doc.nodeAt(place.position);
    if (!node) return;
    const isEmpty = node.type.name === 'paragraph' && node.content.size === 0;
    const at = place.position + (isEmpty ? 0 : node.nodeSize);
    const chain = editor.chain();
    if (!isEmpty) chain.insertContentAt(at, { type: 'paragraph' });
    chain
      .setTextSelection(at + 1)
      .insertContent('/')
      .focus()
      .run();
  };
  return (
    <div data-block-handle="" className={styles.handles} style={{ left: place.left - 50, top: place.top }}>
      <button
        type="button"
        tabIndex={-1}
        title="Add a block below"
        aria-label="Add a block below"
        className={styles.handle}
        onClick={addBelow}
      >
        <Plus size={16} aria-hidden="true" />
      </button>
      <button
        type="button"
        draggable
        tabIndex={-1}
        title="Drag to move, click for settings (Ctrl+.)"
        aria-label="Settings of the block"
        className={`${styles.handle} ${styles.grip}`}
        onClick={() => editor.storage.settings.open(place.position)}
        onDragStart={drag}
      >
        <GripVertical size={16} aria-hidden="true" />
      </button>
    </div>
  );
};
