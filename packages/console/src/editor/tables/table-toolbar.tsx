import type { Editor } from '@tiptap/core';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../primitives/lazy-part.ts';
import { type TablePlace, tablePlace } from './table-place.ts';
import styles from './tables.module.css';

const TableTools = lazyPart(async () => (await import('./table-tools.tsx')).TableTools);

/** The tools of the table with the cursor, above it. */
export const TableToolbar = ({ editor }: { readonly editor: Editor }) => {
  const [place, setPlace] = useState<TablePlace>();
  useEffect(() => {
    const update = () => {
      const next = tablePlace(editor.state.selection.$from);
      setPlace((before) =>
        before?.table === next?.table && before?.row === next?.row && before?.column === next?.column
          ? before
          : next,
      );
    };
    editor.on('transaction', update);
    return () => void editor.off('transaction', update);
  }, [editor]);
  const dom =
    place && editor.state.doc.nodeAt(place.position) ? editor.view.nodeDOM(place.position) : undefined;
  if (!place || !(dom instanceof HTMLElement)) return null;
  const around = editor.view.dom.parentElement!.parentElement!.getBoundingClientRect();
  const { top, right } = dom.getBoundingClientRect();
  return (
    <div
      role="toolbar"
      aria-label="Table"
      className={styles.toolbar}
      // In the room that the style of the editor leaves above a table.
      style={{ top: top - around.top, right: Math.max(0, around.right - right) }}
    >
      <Suspense>
        <TableTools editor={editor} place={place} />
      </Suspense>
    </div>
  );
};
