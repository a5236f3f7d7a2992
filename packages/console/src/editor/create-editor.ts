import type { Block, Document } from '@lectern/document';
import { Editor, Extension, type JSONContent } from '@tiptap/core';
import { dropCursor } from '@tiptap/pm/dropcursor';
import { gapCursor } from '@tiptap/pm/gapcursor';
import type { Node } from '@tiptap/pm/model';
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

/** Reads the document of an editor; blocks that have not changed since the last time are not converted again. */
export const createDocumentReader = (editor: Editor): (() => Document) => {
  const known = new WeakMap<Node, readonly Block[]>();
  const blocksOf = (node: Node): readonly Block[] => {
    const found =
      known.get(node) ?? toDocument({ type: 'doc', content: [node.toJSON() as EditorNode] }).nodes;
    known.set(node, found);
    return found;
  };
  return () => {
    const { doc } = editor.state;
    return { ...toDocument({ type: 'doc', attrs: doc.attrs }), nodes: doc.children.flatMap(blocksOf) };
  };
};

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
