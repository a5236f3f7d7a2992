import type { Document } from '@lectern/document';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import * as Y from 'yjs';
import { type EditorNode, isFiller } from '../../../../document/src/editor/editor-node.ts';
import { repairBlocks } from '../../../../document/src/live/repair-blocks.ts';
import { createBlockReader, sharedPage, writePage } from '../../../../document/src/live/shared-blocks.ts';
import { documentOf } from '../../../../document/src/live/shared-document.ts';
import { withTrailingParagraph } from '../behavior/trailing-paragraph.ts';
import { replaceContent } from '../replace-document.ts';
import type { Written } from './remote-cursors.ts';

/** The origin of updates that come from the server. */
const SERVER = 'server';

/** Notes which key blocks of a text have in another text that is the same apart from them. */
const noteKeys = (
  own: readonly EditorNode[],
  shared: readonly EditorNode[],
  keys: Map<string, string>,
): void => {
  for (const [at, { attrs, content }] of own.entries()) {
    const other = shared[at];
    if (!other) return;
    if (typeof attrs?.key === 'string' && typeof other.attrs?.key === 'string')
      keys.set(attrs.key, other.attrs.key);
    noteKeys(content ?? [], other.content ?? [], keys);
  }
};

/**
 * Connects an editor with the shared text of a page. Until `start`, neither changes the other. The keys of the shared blocks are
 * noted by those that they had in this editor.
 */
export const createSharedEditor = (
  editor: Editor,
  onUpdate: (update: Uint8Array) => void,
  sharedKeys: Map<string, string>,
) => {
  const doc = new Y.Doc();
  const page = sharedPage(doc);
  const reader = createBlockReader(page);
  let isStarted = false;
  const jsonOf = new WeakMap<Node, EditorNode>();
  const nodeOf = new WeakMap<EditorNode, Node>();

  const toJson = (node: Node): EditorNode => {
    const json = jsonOf.get(node) ?? (node.toJSON() as EditorNode);
    jsonOf.set(node, json);
    return json;
  };
  const toNode = (json: EditorNode): Node => {
    const node = nodeOf.get(json) ?? editor.schema.nodeFromJSON(json);
    nodeOf.set(json, node);
    return node;
  };
  /** The blocks of the editor, without the line to write on at its end. */
  const ownBlocks = (): readonly EditorNode[] => {
    const blocks = editor.state.doc.children.map(toJson);
    return blocks.length > 1 && isFiller(blocks.at(-1)!) ? blocks.slice(0, -1) : blocks;
  };
  const write = () => doc.transact(() => writePage(page, ownBlocks(), { reader, keepsKeys: true }));
  const show = () => {
    const blocks = repairBlocks(reader.read(page));
    const content = withTrailingParagraph({ type: 'doc', content: blocks }).content!;
    replaceContent(editor, content.map(toNode));
    // Blocks that are equal are not compared again.
    const { doc: shown } = editor.state;
    if (shown.childCount === content.length)
      for (const [at, json] of content.entries()) nodeOf.set(json, shown.child(at));
  };
  const onTransaction = ({
    transaction,
  }: {
    readonly transaction: { readonly docChanged: boolean; getMeta(name: string): unknown };
  }) => {
    if (isStarted && transaction.docChanged && transaction.getMeta('isFromServer') !== true) write();
  };
  editor.on('transaction', onTransaction);
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== SERVER) onUpdate(update);
  });
  return {
    /** Takes an update of the server. */
    take: (update: Uint8Array) => {
      Y.applyUpdate(doc, update, SERVER);
      if (isStarted) show();
    },
    /** The shared text; `head` has the fields of the whole document. */
    read: (head: Document): Document => documentOf(reader.read(page), head),
    /** Writes what the editor has into the shared text, and follows both from now on. */
    start: () => {
      isStarted = true;
      write();
      noteKeys(ownBlocks(), reader.read(page), sharedKeys);
      show();
    },
    state: () => Y.encodeStateVector(doc),
    /** What this editor has written. */
    written: (): Written => ({ client: doc.clientID, clock: Y.getState(doc.store, doc.clientID) }),
    /** Whether the text has what an editor has written. */
    has: ({ client, clock }: Written): boolean => Y.getState(doc.store, client) >= clock,
    /** What a server with this state lacks. */
    updateFor: (state: Uint8Array) => Y.encodeStateAsUpdate(doc, state),
    close: () => {
      editor.off('transaction', onTransaction);
      reader.close();
      doc.destroy();
    },
  };
};

/** An editor that is connected with the shared text of a page. */
export type SharedEditor = ReturnType<typeof createSharedEditor>;
