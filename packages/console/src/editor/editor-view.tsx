import type { Document } from '@lectern/document';
import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import type { RenderContext } from '../../../site/src/document/context.ts';
import { createEditor } from './create-editor.ts';
import { BlockHandle } from './menus/block-handle.tsx';
import { createSlashTrigger, SlashMenu } from './menus/slash-menu.tsx';
import { TextToolbar } from './menus/text-toolbar.tsx';
import './editor.css';

/** The editor of a document, in the style of the published page. */
export const EditorView = ({
  document,
  context,
  label,
  onReady,
}: {
  /** The document to begin with. */
  readonly document: Document;
  readonly context: RenderContext;
  readonly label: string;
  /** Called with the editor when it is there; returns what ends its use. */
  readonly onReady: (editor: Editor) => () => void;
}) => {
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();
  const [slash] = useState(createSlashTrigger);
  // Later documents come through the editor itself, because it has the newer text.
  const start = useRef({ document, context, label, onReady });
  useEffect(() => {
    const { onReady: ready, ...options } = start.current;
    const made = createEditor({ element: place.current!, ...options, extensions: [slash.extension] });
    const end = ready(made);
    setEditor(made);
    return () => {
      end();
      made.destroy();
      setEditor(undefined);
    };
  }, [slash]);
  return (
    <div className="page-editor">
      <div ref={place} />
      {editor && (
        <>
          <SlashMenu editor={editor} trigger={slash} />
          <TextToolbar editor={editor} />
          <BlockHandle editor={editor} />
        </>
      )}
    </div>
  );
};
