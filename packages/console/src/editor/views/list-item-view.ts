import type { NodeViewRenderer } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { dataOf } from '../schema/attributes.ts';
import { element } from '../schema/dom.ts';
import { updateData } from './node-data.ts';

/** Whether an item has a single block besides nested lists, which the site renders without a paragraph. */
const isOneLine = (item: Node): boolean => {
  let count = 0;
  item.forEach((block) => {
    if (!block.type.isInGroup('list')) count++;
  });
  return count <= 1;
};

const markOneLine = (dom: HTMLElement, item: Node) => dom.classList.toggle('one-line', isOneLine(item));

/** An item of a list; an item of a task list has a check box. */
export const listItemView: NodeViewRenderer = ({ node, view, getPos }) => {
  const isTask = typeof dataOf(node).checked === 'boolean';
  if (!isTask) {
    const dom = element('li');
    markOneLine(dom, node);
    return {
      dom,
      contentDOM: dom,
      update: (next) => {
        if (next.type !== node.type || typeof dataOf(next).checked === 'boolean') return false;
        markOneLine(dom, next);
        return true;
      },
      // The class is no part of the content.
      ignoreMutation: (mutation) => mutation.type === 'attributes' && mutation.target === dom,
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
  markOneLine(dom, node);
  box.addEventListener('change', () => updateData(view, getPos(), { checked: box.checked }));
  return {
    dom,
    contentDOM,
    update: (next) => {
      const { checked } = dataOf(next);
      if (next.type !== node.type || typeof checked !== 'boolean') return false;
      box.checked = checked;
      markOneLine(dom, next);
      return true;
    },
    stopEvent: ({ target }) => target === box,
    ignoreMutation: ({ target }) => !contentDOM.contains(target),
  };
};
