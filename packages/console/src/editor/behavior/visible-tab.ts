import { Extension } from '@tiptap/core';

/** Shows the tab that the selection moves into. */
export const visibleTab = Extension.create({
  name: 'visibleTab',
  onSelectionUpdate() {
    const { view, state } = this.editor;
    const { $from } = state.selection;
    for (let depth = $from.depth; depth > 0; depth--) {
      if ($from.node(depth).type.name !== 'tabs') continue;
      const dom = view.nodeDOM($from.before(depth));
      dom?.dispatchEvent(new CustomEvent('show-tab', { detail: $from.index(depth) }));
    }
  },
});
