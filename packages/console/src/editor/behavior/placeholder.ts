import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** Shows a hint on the empty line with the cursor. */
export const placeholder = (text: string) =>
  Extension.create({
    name: 'placeholder',
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          decorations: ({ doc, selection }) => {
            const { $from, empty } = selection;
            const { parent } = $from;
            if (!empty || parent.type.name !== 'paragraph' || parent.content.size > 0) return null;
            const attributes = { class: 'is-empty', 'data-placeholder': text };
            return DecorationSet.create(doc, [Decoration.node($from.before(), $from.after(), attributes)]);
          },
        },
      }),
    ],
  });
