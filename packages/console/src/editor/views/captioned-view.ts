import type { Block } from '@lectern/document';
import type { NodeViewRenderer } from '@tiptap/core';
import { blockTypes } from '../../../../document/src/editor/names.ts';
import { element } from '../schema/dom.ts';
import { paintedBy } from './painted.ts';

const EMPTY: Readonly<Record<string, string>> = {
  image: 'Image without a source',
  file: 'File without a source',
  embed: 'Embed without an address',
};

/** An image, a file or an embed as the site renders it, with its caption below. */
export const captionedView: NodeViewRenderer = ({ node, editor }) => {
  const type = blockTypes.get(node.type.name)!;
  let current = node;
  const picture = element('div', { contenteditable: 'false', class: 'captioned-content' });
  const contentDOM = element('div', { class: 'captioned-caption' });
  const dom = element('figure', { class: type }, picture, contentDOM);
  const painted = paintedBy(editor, () => {
    const block: Block = { object: 'block', type, isVoid: true, data: current.attrs.data ?? {} };
    // An image is rendered by the block around it.
    const outer: Block = type === 'image' ? { object: 'block', type: 'images', nodes: [block] } : block;
    const rendered = editor.storage.siteRenderer.block(outer);
    const shown = type === 'image' ? rendered?.querySelector('.zoom') : rendered?.firstElementChild;
    if (type !== 'image') dom.className = rendered?.className || type;
    else dom.classList.toggle('share', rendered?.querySelector('.share') !== null && shown != null);
    const name = block.data?.alt ?? block.data?.url;
    const words = typeof name === 'string' && name !== '' ? name : EMPTY[type];
    picture.replaceChildren(shown ?? element('code', { class: 'atom-source' }, words ?? type));
  });
  // Links inside are not followed while somebody edits.
  picture.addEventListener('click', (event) => event.preventDefault());
  return {
    dom,
    contentDOM,
    update: (next) => {
      if (next.type !== current.type) return false;
      const isChanged = next.attrs.data !== current.attrs.data;
      current = next;
      if (isChanged) painted.repaint();
      return true;
    },
    destroy: painted.end,
    ignoreMutation: ({ target }) => !contentDOM.contains(target),
  };
};
