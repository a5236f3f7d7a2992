import type { Node } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { dataOf } from '../schema/attributes.ts';

/** Changes fields in the data of a node; undefined removes a field. */
export const updateData = (
  view: EditorView,
  position: number | undefined,
  change: Readonly<Record<string, unknown>>,
): void => {
  const node: Node | null = position === undefined ? null : view.state.doc.nodeAt(position);
  if (position === undefined || !node) return;
  const data = Object.fromEntries(
    Object.entries({ ...dataOf(node), ...change }).filter(([, value]) => value !== undefined),
  );
  view.dispatch(view.state.tr.setNodeAttribute(position, 'data', data));
};

/** Puts the cursor into the text at or after a position. */
export const selectInside = (view: EditorView, position: number): void => {
  const { doc, tr } = view.state;
  view.focus();
  view.dispatch(tr.setSelection(Selection.near(doc.resolve(position))));
};
