import type { Block, Document } from '@lectern/document';
import { Editor, Extension, type JSONContent } from '@tiptap/core';
import { dropCursor } from '@tiptap/pm/dropcursor';
import { gapCursor } from '@tiptap/pm/gapcursor';
import type { Node } from '@tiptap/pm/model';
import { toDocument, toEditor } from '../../../document/src/editor/document.ts';
import type { EditorNode } from '../../../document/src/editor/editor-node.ts';
import { storedBlock } from '../../../document/src/editor/stored-block.ts';
import type { PageContext } from '../pages/render-context.ts';
import { blockBorders } from './behavior/block-borders.ts';
import { blockKeys } from './behavior/block-keys.ts';
import { browserCursor } from './behavior/browser-cursor.ts';
import { clipboard } from './behavior/clipboard.ts';
import { codeColors } from './behavior/code-colors.ts';
import { drawBlockGroups } from './behavior/draw-block-groups.ts';
import { undoHistory } from './behavior/history.ts';
import { keyCursor } from './behavior/key-cursor.ts';
import { listKeys } from './behavior/list-keys.ts';
import { longDocument } from './behavior/long-document.ts';
import { markdownShortcuts } from './behavior/markdown-shortcuts.ts';
import { placeholder } from './behavior/placeholder.ts';
import { CURSOR_ROOM, scrollToCursor } from './behavior/scroll-to-cursor.ts';
import { trailingParagraph, withTrailingParagraph } from './behavior/trailing-paragraph.ts';
import { typedLinks } from './behavior/typed-links.ts';
import { visibleTab } from './behavior/visible-tab.ts';
import { type SendFile, uploads } from './files/uploads.ts';
import { findPlugin } from './find/find-plugin.ts';
import { placedBlocks } from './integration-blocks/placed-blocks.ts';
import { schemaExtensions } from './schema/schema.ts';
import { settingsTrigger } from './settings/settings-trigger.ts';
import { tableKeys } from './tables/table-keys.ts';
import { tableSelection } from './tables/table-selection.ts';
import { siteRenderer } from './views/renderer.ts';

const cursors = Extension.create({
  name: 'cursors',
  addProseMirrorPlugins: () => [dropCursor({ color: false, width: 3, class: 'drop-cursor' }), gapCursor()],
});

/** Ctrl+K changes the link of the selected words; without a selection, the palette has it. */
const linkKeys = Extension.create({
  name: 'linkKeys',
  addKeyboardShortcuts() {
    return {
      'Mod-k': () => {
        const { empty } = this.editor.state.selection;
        if (empty && !this.editor.isActive('link')) return false;
        this.editor.view.dom.dispatchEvent(new CustomEvent('edit-link'));
        return true;
      },
    };
  },
});

const toBlocks = (content: readonly EditorNode[]): readonly Block[] =>
  toDocument({ type: 'doc', content }).nodes.map(storedBlock);

/** The lines of a block as paragraphs. */
const linesOf = (node: Node): readonly EditorNode[] => {
  const lines: EditorNode[] = [];
  node.descendants((child) => {
    if (!child.isTextblock) return true;
    lines.push({ type: 'paragraph', content: [{ type: 'text', text: child.textContent }] });
    return false;
  });
  return lines.filter(({ content }) => content![0]!.text !== '');
};

const convert = (node: Node): readonly Block[] => {
  try {
    return toBlocks([node.toJSON() as EditorNode]);
  } catch {
    // The words of a block that an edit has broken are saved nonetheless, and so is the rest of the page.
    return toBlocks(linesOf(node));
  }
};

/**
 * Reads the document of an editor; blocks that have not changed since the last time are not converted again. Those of the document
 * that it was made of are the same objects, so that they need not be compared.
 */
export const createDocumentReader = (editor: Editor, start?: Document): (() => Document) => {
  const known = new WeakMap<Node, readonly Block[]>();
  // Every block is one node; a line to write on may follow.
  for (const [at, block] of (start?.nodes ?? []).entries()) {
    const node = editor.state.doc.maybeChild(at);
    if (node) known.set(node, [block]);
  }
  const blocksOf = (node: Node): readonly Block[] => {
    const found = known.get(node) ?? convert(node);
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
  page,
  send,
  label,
  extensions = [],
}: {
  /** Where the editor is shown; null for one without a window. */
  readonly element: HTMLElement | null;
  readonly document: Document;
  readonly page: PageContext;
  /** Uploads a file. */
  readonly send: SendFile;
  readonly label: string;
  readonly extensions?: readonly Extension[];
}): Editor => {
  // There is nothing to draw without a window.
  if (element) drawBlockGroups();
  return new Editor({
    element,
    injectCSS: false,
    content: withTrailingParagraph(toEditor(document)) as JSONContent,
    enableContentCheck: true,
    editorProps: {
      scrollThreshold: CURSOR_ROOM,
      scrollMargin: CURSOR_ROOM,
      attributes: {
        class: 'prose',
        dir: 'auto',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        spellcheck: 'true',
      },
    },
    extensions: [
      ...schemaExtensions,
      siteRenderer(page),
      placedBlocks,
      codeColors(page),
      undoHistory,
      // Later ones get keys and pasted content first.
      blockBorders,
      blockKeys,
      tableKeys,
      listKeys,
      linkKeys,
      keyCursor,
      browserCursor,
      settingsTrigger,
      findPlugin,
      markdownShortcuts,
      typedLinks,
      clipboard,
      uploads(send, page.addFile),
      tableSelection,
      trailingParagraph,
      visibleTab,
      scrollToCursor,
      longDocument,
      cursors,
      placeholder('Write, or press / for blocks'),
      ...extensions,
    ],
  });
};
