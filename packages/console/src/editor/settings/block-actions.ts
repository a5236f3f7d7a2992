import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorNode } from '../../../../document/src/editor/editor-node.ts';
import { type Target, turnInto } from './turn-into.ts';

/** A block of the document, with its position. */
export interface PlacedBlock {
  readonly position: number;
  readonly node: Node;
}

const isBlockNode = (node: Node): boolean => node.type.isInGroup('block') || node.type.name === 'image';

/** The blocks around a position, the innermost first. A line inside of a list belongs to the list. */
export const blocksAround = (doc: Node, position: number): readonly PlacedBlock[] => {
  const found: PlacedBlock[] = [];
  const $at = doc.resolve(Math.min(position, doc.content.size));
  if ($at.nodeAfter && isBlockNode($at.nodeAfter)) found.push({ position: $at.pos, node: $at.nodeAfter });
  for (let depth = $at.depth; depth > 0; depth--)
    if (isBlockNode($at.node(depth))) found.push({ position: $at.before(depth), node: $at.node(depth) });
  return found.filter(({ position: at, node }) => {
    const parent = doc.resolve(at).parent.type.name;
    const isOnlyLine = node.type.name === 'paragraph' && (parent === 'listItem' || parent === 'caption');
    return !isOnlyLine && parent !== 'expandableTitle';
  });
};

const select = (tr: Transaction, position: number): Transaction => {
  const node = tr.doc.nodeAt(position);
  if (!node) return tr;
  return tr.setSelection(
    node.isTextblock || !NodeSelection.isSelectable(node)
      ? TextSelection.near(tr.doc.resolve(position + 1))
      : NodeSelection.create(tr.doc, position),
  );
};

/** The place of a block among its siblings: how many are before it, and after it. */
export const siblingsOf = (
  doc: Node,
  position: number,
): { readonly before: number; readonly after: number } => {
  const $at = doc.resolve(position);
  return { before: $at.index(), after: $at.parent.childCount - $at.index() - 1 };
};

/** Moves a block or an item one place up or down among its siblings; returns its new position. */
export const moveNode = ({ state, view }: Editor, position: number, step: -1 | 1): number => {
  const $at = state.doc.resolve(position);
  const node = $at.nodeAfter;
  const other = $at.parent.maybeChild($at.index() + step);
  if (!node || !other) return position;
  const target = step < 0 ? position - other.nodeSize : position + other.nodeSize;
  const tr = state.tr.delete(position, position + node.nodeSize).insert(target, node);
  view.dispatch(select(tr, target));
  return target;
};

// A copy is another block: it has a key and an anchor of its own.
const copyOf = (node: EditorNode): EditorNode => ({
  ...node,
  ...(node.attrs && {
    attrs: {
      ...node.attrs,
      ...('key' in node.attrs && { key: null }),
      ...('meta' in node.attrs && { meta: null }),
    },
  }),
  ...(node.content && { content: node.content.map(copyOf) }),
});

/** Inserts a copy of a block below it. */
export const duplicateNode = ({ state, view, schema }: Editor, position: number): void => {
  const node = state.doc.nodeAt(position);
  if (!node) return;
  const end = position + node.nodeSize;
  const copy = schema.nodeFromJSON(copyOf(node.toJSON() as EditorNode));
  view.dispatch(select(state.tr.insert(end, copy), end).scrollIntoView());
};

/** Deletes a block; what cannot be empty gets an empty line, and the only item goes with the block around it. */
export const deleteNode = ({ state, view, schema }: Editor, position: number): void => {
  const { doc } = state;
  let $at = doc.resolve(position);
  let start = position;
  // The only tab, column or image goes with what is around it.
  while (
    $at.depth > 0 &&
    $at.parent.childCount === 1 &&
    !$at.parent.type.contentMatch.matchType(schema.nodes.paragraph!)
  ) {
    start = $at.before();
    $at = doc.resolve(start);
  }
  const node = doc.nodeAt(start);
  if (!node) return;
  const end = start + node.nodeSize;
  const isLast = $at.parent.childCount === 1;
  const tr = isLast
    ? state.tr.replaceWith(start, end, schema.nodes.paragraph!.create())
    : state.tr.delete(start, end);
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(start, tr.doc.content.size)))));
};

/** Turns a block of words into another kind. */
export const turnNodeInto = ({ state, view, schema }: Editor, position: number, target: Target): void => {
  const node = state.doc.nodeAt(position);
  if (!node) return;
  const made = turnInto(node.toJSON() as EditorNode, target).map((json) => schema.nodeFromJSON(json));
  const tr = state.tr.replaceWith(position, position + node.nodeSize, made);
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(position + 1))));
};

/** What a new item of a block is: its name in the schema, and its data. */
const NEW_ITEMS: Readonly<Record<string, () => { readonly name: string; readonly data: object }>> = {
  tabs: () => ({ name: 'tabsItem', data: { title: 'New tab' } }),
  stepper: () => ({ name: 'stepperStep', data: {} }),
  columns: () => ({ name: 'column', data: {} }),
  updates: () => ({
    name: 'update',
    data: { date: `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z` },
  }),
};

/** Whether a block has items that can be added and moved. */
export const hasItems = ({ type: { name } }: Node): boolean => Object.hasOwn(NEW_ITEMS, name);

/** Adds an item at the end of tabs, steps, columns or updates. */
export const addItem = ({ state, view, schema }: Editor, position: number): void => {
  const node = state.doc.nodeAt(position);
  const item = node && NEW_ITEMS[node.type.name]?.();
  if (!node || !item) return;
  const made = schema.nodes[item.name]!.create(
    { data: item.data, isVoid: false },
    schema.nodes.paragraph!.create(),
  );
  view.dispatch(state.tr.insert(position + node.nodeSize - 1, made));
};
