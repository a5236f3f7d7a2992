import { Extension } from '@tiptap/core';
import type { EditorView } from '@tiptap/pm/view';

/** The index of the tab that tabs at a position show; undefined if they are not drawn. */
export const shownTab = (view: EditorView, position: number): number | undefined => {
  const tabs = view.nodeDOM(position) as Element | null;
  const panels = tabs?.querySelector<HTMLElement>(':scope > .tab-panels');
  return panels ? Number(panels.dataset.active) : undefined;
};

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
