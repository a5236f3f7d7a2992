import type { Document } from '@lectern/document';
import { Editor, Extension, type JSONContent } from '@tiptap/core';
import { dropCursor } from '@tiptap/pm/dropcursor';
import { gapCursor } from '@tiptap/pm/gapcursor';
import type { RenderContext } from '../../../site/src/document/context.ts';
import { blockKeys } from './behavior/block-keys.ts';
import { clipboard } from './behavior/clipboard.ts';
import { undoHistory } from './behavior/history.ts';
import { listKeys } from './behavior/list-keys.ts';
import { markdownShortcuts } from './behavior/markdown-shortcuts.ts';
import { placeholder } from './behavior/placeholder.ts';
import { trailingParagraph, withTrailingParagraph } from './behavior/trailing-paragraph.ts';
import { visibleTab } from './behavior/visible-tab.ts';
import type { EditorNode } from './conversion/editor-node.ts';
import { toDocument, toEditor } from './document.ts';
import { schemaExtensions } from './schema/schema.ts';
import { siteRenderer } from './views/renderer.ts';

const cursors = Extension.create({
  name: 'cursors',
  addProseMirrorPlugins: () => [dropCursor({ color: false, class: 'drop-cursor' }), gapCursor()],
});

/** The document in an editor. */
export const documentIn = (editor: Editor): Document => toDocument(editor.getJSON() as EditorNode);

/** Makes the editor of a document. */
export const createEditor = ({
  element,
  document,
  context,
  label,
  extensions = [],
}: {
  readonly element: HTMLElement;
  readonly document: Document;
  readonly context: RenderContext;
  readonly label: string;
  readonly extensions?: readonly Extension[];
}): Editor =>
  new Editor({
    element,
    injectCSS: false,
    content: withTrailingParagraph(toEditor(document)) as JSONContent,
    enableContentCheck: true,
    editorProps: {
      attributes: { class: 'prose', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
    },
    extensions: [
      ...schemaExtensions,
      siteRenderer(context),
      undoHistory,
      blockKeys,
      listKeys,
      markdownShortcuts,
      clipboard,
      trailingParagraph,
      visibleTab,
      cursors,
      placeholder('Write, or press / for blocks'),
      ...extensions,
    ],
  });
