import type { Editor } from '@tiptap/core';
import type { Node, ResolvedPos } from '@tiptap/pm/model';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { canJoin } from '@tiptap/pm/transform';

/** A node with its position. */
interface Placed {
  readonly node: Node;
  readonly position: number;
}

const isItem = ({ type }: Node): boolean => type.name === 'listItem';
const isList = ({ type }: Node): boolean => type.isInGroup('list');

/** What follows a line: in its item, in the next item, or below the list. */
const nextOf = ($cursor: ResolvedPos): Placed | undefined => {
  for (let depth = $cursor.depth; depth > 0; depth--) {
    const position = $cursor.after(depth);
    const node = $cursor.doc.resolve(position).nodeAfter;
    if (node) return { node, position };
    const parent = $cursor.node(depth - 1);
    if (!isItem(parent) && !isList(parent)) return undefined;
  }
  return undefined;
};

/** The nodes from a list or an item down to its first line, from the outside in. */
const pathToLine = (next: Placed): readonly Placed[] => {
  const path = [next];
  for (let at = next; (isItem(at.node) || isList(at.node)) && at.node.firstChild; ) {
    at = { node: at.node.firstChild, position: at.position + 1 };
    path.push(at);
  }
  return path;
};

/** Moves the line below the cursor to its end; the other blocks of its item follow, and what is empty then is removed. */
const join = ({ state, view }: Editor, $cursor: ResolvedPos, path: readonly Placed[]): void => {
  const line = path.at(-1)!.node;
  const item = path.at(-2);
  const rest = item && isItem(item.node) ? item.node.children.slice(1) : [];
  // The outermost node that has nothing but this item.
  let at = path.length - 1;
  while (at > 0 && (isItem(path[at - 1]!.node) || path[at - 1]!.node.childCount === 1)) at--;
  const { node, position } = path[at]!;
  const end = $cursor.pos;
  const below = $cursor.after();
  const tr = state.tr.delete(position, position + node.nodeSize).insert(below, rest);
  const border = below + rest.reduce((size, { nodeSize }) => size + nodeSize, 0);
  const $border = tr.doc.resolve(border);
  if (rest.length > 0 && $border.nodeBefore?.type === $border.nodeAfter?.type && canJoin(tr.doc, border))
    tr.join(border);
  tr.insert(end, line.content).setSelection(TextSelection.create(tr.doc, end));
  view.dispatch(tr.scrollIntoView());
};

/** Delete at the end of a line that is in a list or above one: the next line joins it, as it does by Backspace from the other side. */
export const joinNextLine = (editor: Editor): boolean => {
  const { selection, doc, tr } = editor.state;
  const { $from: $cursor, empty } = selection;
  const { parent, parentOffset } = $cursor;
  if (!(selection instanceof TextSelection) || !empty || parentOffset < parent.content.size) return false;
  if (parent.type.spec.code || $cursor.depth === 0) return false;
  const next = nextOf($cursor);
  const isInItem = isItem($cursor.node(-1));
  // An empty line above a list is removed instead.
  if (!next || !(isInItem || (isList(next.node) && parent.content.size > 0))) return false;
  const path = pathToLine(next);
  const last = path.at(-1)!;
  if (last.node.inlineContent && !last.node.type.spec.code) join(editor, $cursor, path);
  else editor.view.dispatch(tr.setSelection(NodeSelection.create(doc, last.position)).scrollIntoView());
  return true;
};
