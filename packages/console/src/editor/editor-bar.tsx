import type { Editor } from '@tiptap/core';
import { redoDepth, undoDepth } from '@tiptap/pm/history';
import { CodeXml, PenLine, Redo2, Search, Settings2, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../primitives/button.tsx';
import { redoEdit, undoEdit } from './behavior/history.ts';
import { openFind } from './find/find-plugin.ts';
import styles from './page-editor.module.css';
import { blocksAround } from './settings/block-actions.ts';

/** The buttons above the text: undo, redo, search, the settings of the block, and the source. */
export const EditorBar = ({
  editor,
  isSource,
  onSource,
}: {
  readonly editor: Editor | undefined;
  readonly isSource: boolean;
  readonly onSource: (isSource: boolean) => void;
}) => {
  const [can, setCan] = useState({ undo: false, redo: false });
  useEffect(() => {
    if (!editor) return;
    const update = () => {
      const next = { undo: undoDepth(editor.state) > 0, redo: redoDepth(editor.state) > 0 };
      setCan((before) => (before.undo === next.undo && before.redo === next.redo ? before : next));
    };
    editor.on('transaction', update);
    return () => void editor.off('transaction', update);
  }, [editor]);
  if (!editor) return null;
  const openSettings = () => {
    const [block] = blocksAround(editor.state.doc, editor.state.selection.from);
    if (block) editor.storage.settings.open(block.position);
  };
  return (
    <div role="toolbar" aria-label="Page" className={styles.tools}>
      {!isSource && (
        <>
          <IconButton
            icon={Undo2}
            label="Undo (Ctrl+Z)"
            disabled={!can.undo}
            onClick={() => undoEdit(editor)}
          />
          <IconButton
            icon={Redo2}
            label="Redo (Ctrl+Y)"
            disabled={!can.redo}
            onClick={() => redoEdit(editor)}
          />
          <IconButton
            icon={Search}
            label="Find and replace (Ctrl+F)"
            onClick={() => openFind(editor, false)}
          />
          <IconButton icon={Settings2} label="Settings of the block (Ctrl+.)" onClick={openSettings} />
        </>
      )}
      <IconButton
        icon={isSource ? PenLine : CodeXml}
        label={isSource ? 'Back to the editor' : 'Markdown source'}
        aria-pressed={isSource}
        onClick={() => onSource(!isSource)}
      />
    </div>
  );
};
