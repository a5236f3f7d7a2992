import type { Document } from '@lectern/document';
import type { Editor } from '@tiptap/core';
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { lazyPart } from '../primitives/lazy-part.ts';
import { createEditor } from './create-editor.ts';
import { BlockHandle } from './menus/block-handle.tsx';
import { createSuggestTrigger } from './menus/suggest-trigger.ts';
import { Suggestions } from './menus/suggestions.tsx';
import { TextToolbar } from './menus/text-toolbar.tsx';
import { BlockPanel } from './settings/block-panel.tsx';
import { TableToolbar } from './tables/table-toolbar.tsx';
import { useEditorTools } from './tools.ts';
import './editor.css';

// Loaded after the text is there.
const IntegrationBlocks = lazyPart(
  async () => (await import('./integration-blocks/integration-blocks.tsx')).IntegrationBlocks,
);
const FindPanel = lazyPart(async () => (await import('./find/find-panel.tsx')).FindPanel);

/** The blocks of integrations, loaded with the first one. */
const IntegrationBlocksOf = ({ editor }: { readonly editor: Editor }) => {
  const { all, watch } = editor.storage.integrationBlocks;
  const hasBlocks = useSyncExternalStore(watch, () => all().length > 0);
  return (
    hasBlocks && (
      <Suspense>
        <IntegrationBlocks editor={editor} />
      </Suspense>
    )
  );
};

/** The editor of a document, in the style of the published page. */
export const EditorView = ({
  document,
  label,
  isHidden,
  onReady,
}: {
  /** The document to begin with. */
  readonly document: Document;
  readonly label: string;
  /** Whether the source is shown instead. */
  readonly isHidden: boolean;
  /** Called with the editor when it is there; returns what ends its use. */
  readonly onReady: (editor: Editor) => () => void;
}) => {
  const { page, send } = useEditorTools();
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();
  const [suggest] = useState(createSuggestTrigger);
  // Later documents come through the editor itself, because it has the newer text.
  const start = useRef({ document, page, send, label, onReady });
  useEffect(() => {
    const { onReady: ready, ...options } = start.current;
    const made = createEditor({ element: place.current!, ...options, extensions: [suggest.extension] });
    const end = ready(made);
    setEditor(made);
    return () => {
      end();
      made.destroy();
      setEditor(undefined);
    };
  }, [suggest]);
  // The title of the page can change while it is edited.
  useEffect(() => {
    if (!editor) return;
    const { editorProps } = editor.options;
    const attributes = { ...(editorProps.attributes as object), 'aria-label': label };
    editor.setOptions({ editorProps: { ...editorProps, attributes } });
  }, [editor, label]);
  return (
    <div className="page-editor" hidden={isHidden}>
      <Suspense>{editor && !isHidden && <FindPanel editor={editor} />}</Suspense>
      <div className="page-editor-text">
        <div ref={place} />
        {editor && !isHidden && (
          <>
            <Suggestions editor={editor} trigger={suggest} />
            <TextToolbar editor={editor} />
            <BlockHandle editor={editor} />
            <TableToolbar editor={editor} />
            <IntegrationBlocksOf editor={editor} />
          </>
        )}
      </div>
      {editor && <BlockPanel editor={editor} />}
    </div>
  );
};
