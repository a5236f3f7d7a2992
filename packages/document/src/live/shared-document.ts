import * as Y from 'yjs';
import type { Block, Document } from '../document.ts';
import { toDocument, toEditor } from '../editor/document.ts';
import type { EditorNode } from '../editor/editor-node.ts';
import { storedBlock } from '../editor/stored-block.ts';
import { linesOf, repairBlocks } from './repair-blocks.ts';
import { type BlockReader, createBlockReader, sharedPage, writePage } from './shared-blocks.ts';

const convert = (content: readonly EditorNode[]): readonly Block[] =>
  toDocument({ type: 'doc', content }).nodes.map(storedBlock);

const blocksOf = (node: EditorNode): readonly Block[] => {
  try {
    return convert([node]);
  } catch {
    // The words of a block that an edit has broken are stored nonetheless, and so is the rest of the page.
    return convert(linesOf(node));
  }
};

/** The document that a shared page has now; `head` has the fields of the whole document. */
export const documentOf = (content: readonly EditorNode[], head: Document): Document => ({
  ...head,
  nodes: repairBlocks(content).flatMap(blocksOf),
});

/** Writes a version of a document into a shared page, by the fewest changes, so that cursors stay. */
export const writeDocument = (page: Y.XmlFragment, document: Document, reader: BlockReader): void =>
  writePage(page, toEditor(document).content!, { reader, keepsKeys: true });

/** The shared document of a page, as one update. */
export const sharedUpdateOf = (document: Document): Uint8Array => {
  const doc = new Y.Doc();
  const page = sharedPage(doc);
  const reader = createBlockReader(page);
  writePage(page, toEditor(document).content!, { reader });
  const update = Y.encodeStateAsUpdate(doc);
  doc.destroy();
  return update;
};
