import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

type KeyListener = (event: KeyboardEvent) => boolean;

/** Gives the keys of the editor to the menu while it is open. */
export const createSuggestTrigger = () => {
  let onKey: KeyListener | undefined;
  return {
    listen: (listener: KeyListener | undefined) => {
      onKey = listener;
    },
    extension: Extension.create({
      name: 'suggestMenu',
      priority: 1000,
      addProseMirrorPlugins: () => [
        new Plugin({ props: { handleKeyDown: (_, event) => onKey?.(event) ?? false } }),
      ],
    }),
  };
};

/** The keys of the editor, as the menu gets them. */
export type SuggestTrigger = ReturnType<typeof createSuggestTrigger>;
