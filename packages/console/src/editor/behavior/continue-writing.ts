import type { Node } from '@tiptap/pm/model';
import { NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state';
import { filler } from '../../../../document/src/editor/editor-node.ts';

/** The end of the last line of a block that ends at a position; undefined if it ends with something else than text. */
const lastLineEnd = (block: Node, end: number): number | undefined => {
  let node: Node | null = block;
  let position = end;
  while (node && !node.isTextblock) {
    if (node.isAtom || node.type.spec.isolating) return undefined;
    node = node.lastChild;
    position--;
  }
  return node ? position - 1 : undefined;
};

/** Puts the cursor on the line below a block that ends at a position: an empty one, which is saved only when it is used. */
const writeBelow = (tr: Transaction, block: Node, end: number): Transaction => {
  const { nodeAfter: next, parent } = tr.doc.resolve(end);
  const index = tr.doc.resolve(end).index();
  const line = block.type.schema.nodes.paragraph!;
  if (next?.type !== line || next.content.size > 0) {
    if (!parent.canReplaceWith(index, index, line))
      return tr.setSelection(NodeSelection.create(tr.doc, end - block.nodeSize));
    tr.insert(end, line.create(filler.attrs));
  }
  return tr.setSelection(TextSelection.create(tr.doc, end + 1));
};

/** Puts the cursor where writing continues after the node that ends at a position: at the end of the text of a block, or below it. */
export const continueAfter = (tr: Transaction, end: number): Transaction => {
  const block = tr.doc.resolve(end).nodeBefore;
  if (block?.isInline) return tr.setSelection(TextSelection.create(tr.doc, end));
  if (!block) return tr;
  const line = lastLineEnd(block, end);
  return line === undefined
    ? writeBelow(tr, block, end)
    : tr.setSelection(TextSelection.create(tr.doc, line));
};
