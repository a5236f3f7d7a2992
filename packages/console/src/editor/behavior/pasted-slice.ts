import type { Document } from '@lectern/document';
import { Fragment, type Schema, Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { toEditor } from '../document.ts';

/** Blocks as a slice; a single line is merged into the one with the cursor. */
export const sliceOf = (schema: Schema, document: Document): Slice => {
  const content = (toEditor(document).content ?? []).map((json) => schema.nodeFromJSON(json));
  const isLine = content.length === 1 && content[0]!.type.name === 'paragraph';
  return new Slice(Fragment.fromArray(content), isLine ? 1 : 0, isLine ? 1 : 0);
};

/** Lines of plain text as a slice; the first and the last are merged into the line with the cursor. */
export const sliceOfText = (schema: Schema, text: string): Slice => {
  const lines = text.split(/[\r\n]+/);
  const paragraphs = lines.map((line) =>
    schema.nodes.paragraph!.create(null, line === '' ? null : schema.text(line)),
  );
  return new Slice(Fragment.fromArray(paragraphs), 1, 1);
};

/** Replaces the selection by what was pasted. */
export const insertSlice = (view: EditorView, slice: Slice): boolean => {
  if (slice.content.size === 0) return false;
  view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true));
  return true;
};
