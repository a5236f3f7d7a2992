import { Extension, type Storage } from '@tiptap/core';
import { NodeSelection, Plugin } from '@tiptap/pm/state';
import { blockTypes, inlineTypes } from '../../../../document/src/editor/names.ts';
import { blocksAround } from './block-actions.ts';

declare module '@tiptap/core' {
  interface Storage {
    settings: {
      /** Opens the settings of the node at a position. */
      open: (position: number) => void;
    };
  }
}

/** Opens the settings of a block by a key, and those of nodes without text by a click. */
export const settingsTrigger = Extension.create<object, Storage['settings']>({
  name: 'settings',
  addStorage: () => ({ open: () => undefined }),
  addKeyboardShortcuts() {
    const { editor, storage } = this;
    return {
      'Mod-.': () => {
        const [block] = blocksAround(editor.state.doc, editor.state.selection.from);
        if (block) storage.open(block.position);
        return true;
      },
    };
  },
  addProseMirrorPlugins() {
    const { storage } = this;
    const opensByClick = (name: string): boolean =>
      inlineTypes.has(name) ||
      ['math', 'tableValue', 'contentRef', 'integration', 'reusableContent'].includes(name) ||
      blockTypes.get(name)?.startsWith('openapi') === true;
    return [
      new Plugin({
        props: {
          handleClickOn: (view, _, node, position, event, isDirect) => {
            if (!isDirect || !node.isAtom || !opensByClick(node.type.name) || event.button !== 0)
              return false;
            // Keys act on what was clicked, too.
            if (NodeSelection.isSelectable(node))
              view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, position)));
            storage.open(position);
            return true;
          },
          handleDoubleClickOn: (_, __, node, position, ___, isDirect) => {
            if (!isDirect || !['image', 'file', 'embed'].includes(node.type.name)) return false;
            storage.open(position);
            return true;
          },
          handleKeyDown: ({ state }, event) => {
            const { selection } = state;
            if (event.key !== 'Enter' || !('node' in selection)) return false;
            storage.open(selection.from);
            return true;
          },
        },
      }),
    ];
  },
});
