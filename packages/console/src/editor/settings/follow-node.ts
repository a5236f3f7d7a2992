import type { Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';

/** The indexes of the children that lead to a position. */
const pathTo = (doc: Node, position: number): readonly number[] => {
  const $at = doc.resolve(position);
  return Array.from({ length: $at.depth + 1 }, (_, depth) => $at.index(depth));
};

const positionAt = (doc: Node, path: readonly number[]): number | undefined => {
  let position = 0;
  let parent = doc;
  for (const [depth, index] of path.entries()) {
    const child = parent.maybeChild(index);
    if (!child) return undefined;
    for (let at = 0; at < index; at++) position += parent.child(at).nodeSize;
    if (depth < path.length - 1) position++;
    parent = child;
  }
  return position;
};

/** Where a node is after a change: also if the table around it was replaced by another version. */
export const followNode = ({ before, doc, mapping }: Transaction, position: number): number => {
  const moved = mapping.map(position, -1);
  const type = before.nodeAt(position)?.type;
  if (doc.nodeAt(moved)?.type === type) return moved;
  const same = positionAt(doc, pathTo(before, position));
  return same !== undefined && doc.nodeAt(same)?.type === type ? same : moved;
};
