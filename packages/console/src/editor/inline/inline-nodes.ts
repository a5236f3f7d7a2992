import type { ContentRef, Inline } from '@lectern/document';
import type { Editor } from '@tiptap/core';
import { inlineName } from '../../../../document/src/editor/names.ts';
import { randomId } from '../../primitives/random-id.ts';

/** Replaces a range of a line by an inline without text. */
export const insertInline = (
  editor: Editor,
  range: { readonly from: number; readonly to: number },
  type: Inline['type'],
  data: Readonly<Record<string, unknown>>,
): void => {
  const node: Inline = { object: 'inline', type, isVoid: true, data };
  editor
    .chain()
    .focus()
    .insertContentAt(range, [{ type: inlineName(type), attrs: { node } }])
    .run();
};

/** The attributes of a new link. */
export const linkAttributes = (ref: ContentRef) => ({
  isVoid: false,
  data: { ref },
  number: randomId(),
});
