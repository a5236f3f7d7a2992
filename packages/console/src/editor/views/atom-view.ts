import type { Block, Inline } from '@lectern/document';
import type { NodeViewRenderer } from '@tiptap/core';
import { element } from '../schema/dom.ts';

const sourceOf = ({ type, data }: Block | Inline): string => {
  const source = data?.source ?? data?.expression ?? data?.formula ?? data?.url ?? data?.label;
  return typeof source === 'string' && source.trim() !== '' ? source : type.replaceAll('-', ' ');
};

/** A block without editable content, as the site renders it; one that readers do not see shows its source. */
export const blockAtomView: NodeViewRenderer = ({ node, editor }) => {
  const block = node.attrs.node as Block;
  const dom = element('div', { class: 'atom', contenteditable: 'false', 'data-type': block.type });
  const shown = editor.storage.siteRenderer.block(block);
  dom.append(shown ?? element('code', { class: 'atom-source' }, sourceOf(block)));
  return { dom, ignoreMutation: () => true };
};

/** An inline without text, as the site renders it; one that readers do not see shows its source. */
export const inlineAtomView: NodeViewRenderer = ({ node, editor }) => {
  const inline = node.attrs.node as Inline;
  const dom = element('span', { class: 'inline-atom', contenteditable: 'false', 'data-type': inline.type });
  const shown = inline.type === 'html' ? undefined : editor.storage.siteRenderer.inline(inline);
  if (shown) dom.append(...shown.childNodes);
  else dom.append(element('code', { class: 'atom-source' }, sourceOf(inline)));
  return { dom, ignoreMutation: () => true };
};
