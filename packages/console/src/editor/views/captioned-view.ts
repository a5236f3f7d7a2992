import type { Block } from '@lectern/document';
import type { NodeViewRenderer } from '@tiptap/core';
import { element } from '../schema/dom.ts';
import { blockTypes } from '../schema/names.ts';

/** An image, a file or an embed as the site renders it, with its caption below. */
export const captionedView: NodeViewRenderer = ({ node, editor }) => {
  const type = blockTypes.get(node.type.name)!;
  const block: Block = { object: 'block', type, isVoid: true, data: node.attrs.data ?? {} };
  // An image is rendered by the block around it.
  const outer: Block = type === 'image' ? { object: 'block', type: 'images', nodes: [block] } : block;
  const rendered = editor.storage.siteRenderer.block(outer);
  const shown = type === 'image' ? rendered?.querySelector('.zoom') : rendered;
  const picture = element('div', { contenteditable: 'false', class: 'captioned-content' });
  picture.append(
    shown ?? element('code', { class: 'atom-source' }, String(block.data?.alt ?? block.data?.url ?? type)),
  );
  const contentDOM = element('div');
  const dom = element('figure', { class: type }, picture, contentDOM);
  return {
    dom,
    contentDOM,
    update: (next) => next.type === node.type && next.attrs.data === node.attrs.data,
    ignoreMutation: ({ target }) => !contentDOM.contains(target),
  };
};
