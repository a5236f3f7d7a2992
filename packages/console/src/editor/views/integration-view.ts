import type { Block } from '@lectern/document';
import type { NodeViewRenderer } from '@tiptap/core';
import { element } from '../schema/dom.ts';

const CONTROLS = 'a, button, input, label, select, summary, textarea';

/** A block of an integration, which the integration draws itself. */
export const integrationView: NodeViewRenderer = ({ node: first, editor, getPos }) => {
  const { integrationBlocks: blocks } = editor.storage;
  const id = blocks.nextId();
  const dom = element('div', { class: 'integration-block', contenteditable: 'false' });
  let current = first;
  const put = () =>
    blocks.put({ id, element: dom, node: current.attrs.node as Block, position: () => getPos() });
  put();
  return {
    dom,
    update: (next) => {
      if (next.type !== current.type) return false;
      const isChanged = next.attrs.node !== current.attrs.node;
      current = next;
      if (isChanged) put();
      return true;
    },
    // The controls of a block are its own; beside them it is selected, moved and set like any other.
    stopEvent: ({ target, type }) =>
      target instanceof Element && target.closest(CONTROLS) !== null && !type.startsWith('drag'),
    ignoreMutation: () => true,
    destroy: () => blocks.remove(id),
  };
};
