import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { type EditorNode, filler } from '../../../../document/src/editor/editor-node.ts';

/** Whether a document ends with a line to write on. */
const needsParagraph = (last: string | undefined): boolean => last !== 'paragraph';

/** The content with a line to write on at its end, which is saved only when it is used. */
export const withTrailingParagraph = (doc: EditorNode): EditorNode =>
  needsParagraph(doc.content?.at(-1)?.type) ? { ...doc, content: [...(doc.content ?? []), filler] } : doc;

/** Keeps a line to write on at the end of the document. */
export const trailingParagraph = Extension.create({
  name: 'trailingParagraph',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, _, { doc, tr, schema }) =>
        transactions.some(({ docChanged }) => docChanged) && needsParagraph(doc.lastChild?.type.name)
          ? tr
              .insert(doc.content.size, schema.nodes.paragraph!.create(filler.attrs))
              .setMeta('addToHistory', false)
          : null,
    }),
  ],
});
