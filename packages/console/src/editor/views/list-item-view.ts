import type { NodeViewRenderer } from '@tiptap/core';
import { dataOf } from '../schema/attributes.ts';
import { element } from '../schema/dom.ts';
import { updateData } from './node-data.ts';

/** An item of a list; an item of a task list has a check box. */
export const listItemView: NodeViewRenderer = ({ node, view, getPos }) => {
  const isTask = typeof dataOf(node).checked === 'boolean';
  if (!isTask) {
    const dom = element('li');
    return {
      dom,
      contentDOM: dom,
      update: (next) => next.type === node.type && typeof dataOf(next).checked !== 'boolean',
    };
  }
  const box = element('input', {
    type: 'checkbox',
    class: 'check',
    'aria-label': 'Done',
  }) as HTMLInputElement;
  const contentDOM = element('div', { class: 'flow' });
  const dom = element('li', {}, element('span', { contenteditable: 'false' }, box), contentDOM);
  box.checked = dataOf(node).checked === true;
  box.addEventListener('change', () => updateData(view, getPos(), { checked: box.checked }));
  return {
    dom,
    contentDOM,
    update: (next) => {
      const { checked } = dataOf(next);
      if (next.type !== node.type || typeof checked !== 'boolean') return false;
      box.checked = checked;
      return true;
    },
    stopEvent: ({ target }) => target === box,
    ignoreMutation: ({ target }) => !contentDOM.contains(target),
  };
};
