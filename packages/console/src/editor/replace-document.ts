import type { Document } from '@lectern/document';
import type { Editor } from '@tiptap/core';
import { withTrailingParagraph } from './behavior/trailing-paragraph.ts';
import { toEditor } from './document.ts';

/**
 * Shows another version of a document; blocks that are equal stay, and the cursor with them. A version of other people cannot be
 * undone, one's own can.
 */
export const replaceDocument = (
  editor: Editor,
  document: Document,
  { isOwn = false }: { readonly isOwn?: boolean } = {},
): void => {
  const { state, view, schema } = editor;
  const next = schema.nodeFromJSON(withTrailingParagraph(toEditor(document)));
  const start = state.doc.content.findDiffStart(next.content);
  if (start === null) return;
  const before = state.doc.children;
  const after = next.children;
  let same = 0;
  while (before[same] && after[same] && before[same]!.eq(after[same]!)) same++;
  let end = 0;
  while (end < Math.min(before.length, after.length) - same && before.at(-1 - end)!.eq(after.at(-1 - end)!))
    end++;
  const sizeOf = (nodes: typeof before): number => nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const from = sizeOf(before.slice(0, same));
  const to = from + sizeOf(before.slice(same, before.length - end));
  const { tr } = state;
  const middle = after.slice(same, after.length - end);
  if (middle.length > 0) tr.replaceWith(from, to, middle);
  else tr.delete(from, to);
  // Undo takes back one's own words only.
  view.dispatch(isOwn ? tr : tr.setMeta('addToHistory', false).setMeta('isFromServer', true));
};
