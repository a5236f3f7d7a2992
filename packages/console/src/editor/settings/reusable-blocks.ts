import type { Block, Document } from '@lectern/document';
import type { Editor } from '@tiptap/core';
import { Fragment, type Node } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import { toDocument, toEditor } from '../../../../document/src/editor/document.ts';
import type { EditorNode } from '../../../../document/src/editor/editor-node.ts';

/** A range of blocks beside each other. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

/** The selected blocks if the one at a position is among them, or that block alone. */
export const blocksToShare = ({ doc, selection }: Editor['state'], position: number): BlockRange => {
  const node = doc.nodeAt(position)!;
  const { depth } = doc.resolve(position);
  const range = selection.$from.blockRange(selection.$to);
  const isAmong =
    range !== null &&
    range.depth === depth &&
    range.start <= position &&
    range.end >= position + node.nodeSize;
  return isAmong ? { from: range.start, to: range.end } : { from: position, to: position + node.nodeSize };
};

/** The document of a range of blocks. */
export const documentOf = (doc: Node, { from, to }: BlockRange): Document => {
  const content = doc.slice(from, to).content.content.map((node) => node.toJSON() as EditorNode);
  const { nodes } = toDocument({ type: 'doc', content });
  return { object: 'document', data: {}, nodes: nodes.map(({ key: _, ...block }) => block as Block) };
};

/** Replaces a range of blocks; one undo takes it back. */
export const replaceBlocks = (
  { state, view, schema }: Editor,
  { from, to }: BlockRange,
  blocks: readonly Block[],
): void => {
  const made = (toEditor({ object: 'document', data: {}, nodes: blocks }).content ?? []).map((json) =>
    schema.nodeFromJSON(json),
  );
  const nodes = made.length > 0 ? made : [schema.nodes.paragraph!.create()];
  const tr = state.tr.replaceWith(from, to, Fragment.fromArray(nodes));
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(from + 1))).scrollIntoView());
};

/** The block that includes a reusable content. */
export const includeOf = (reusableContent: string): Block => ({
  object: 'block',
  type: 'reusable-content',
  isVoid: true,
  data: { ref: { kind: 'reusable-content', reusableContent } },
});
