import type { Attrs, Node, NodeType, ResolvedPos } from '@tiptap/pm/model';
import { TextSelection, type Transaction } from '@tiptap/pm/state';
import { canJoin } from '@tiptap/pm/transform';
import { dataOf } from '../schema/attributes.ts';

/** Whether a position is in the first line of an item of a list. */
export const isInItem = ($at: ResolvedPos): boolean =>
  $at.depth > 2 && $at.node(-1).type.name === 'listItem' && $at.index(-1) === 0;

/** The attributes of the part of a list that begins at an item; numbers go on. */
const attributesFrom = (list: Node, index: number): Attrs => {
  const { start = 1, ...data } = dataOf(list);
  const isOrdered = list.type.name === 'listOrdered';
  return { ...list.attrs, key: null, data: isOrdered ? { ...data, start: Number(start) + index } : data };
};

/** What an item becomes: of which list, with the data of the list and of the item. */
interface ItemKind {
  readonly list: NodeType;
  readonly listData?: Attrs;
  readonly data: Attrs;
}

/** Changes what kind of list the item around a position is in; the other items of its list stay what they are. */
export const turnItemInto = (tr: Transaction, $at: ResolvedPos, kind: ItemKind): Transaction => {
  const item = $at.node(-1);
  const list = $at.node(-2);
  const index = $at.index(-2);
  const attributes = { ...item.attrs, data: kind.data };
  if (list.type === kind.list) return tr.setNodeMarkup($at.before(-1), null, attributes);
  const start = $at.before(-2);
  const before = list.children.slice(0, index);
  const after = list.children.slice(index + 1);
  const made = kind.list.create({ data: kind.listData ?? {} }, item.type.create(attributes, item.content));
  const above = before.length > 0 ? [list.type.create(list.attrs, before)] : [];
  const below = after.length > 0 ? [list.type.create(attributesFrom(list, index + 1), after)] : [];
  tr.replaceWith(start, start + list.nodeSize, [...above, made, ...below]);
  const place = start + (above[0]?.nodeSize ?? 0);
  // The list, the item, and its line.
  tr.setSelection(TextSelection.create(tr.doc, place + 3));
  // Items beside it are of the same list.
  for (const border of [place + made.nodeSize, place]) {
    const { nodeBefore, nodeAfter } = tr.doc.resolve(border);
    const isSame = nodeBefore?.type === kind.list && nodeAfter?.type === kind.list;
    if (isSame && canJoin(tr.doc, border)) tr.join(border);
  }
  return tr;
};
