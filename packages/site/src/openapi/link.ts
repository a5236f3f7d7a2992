import type { Block } from '@lectern/document';
import type { Rendering } from '../document/context.ts';
import { fragmentOf, nodeText } from '../document/data.ts';
import { linkAttributes, targetOf } from '../document/link-targets.ts';
import { type Child, h } from '../html/html.ts';
import { icon } from '../html/icons.ts';

/** A link to the OpenAPI document, if it could not be loaded. */
export function openapiLink(node: Block, label: string, rendering: Rendering): Child {
  const target = targetOf(node.data?.ref, rendering);
  const body = fragmentOf(node, 'body');
  const id = rendering.anchor(node.meta?.id);
  if (!target)
    return [h('p', { class: 'missing', id }, h('code', null, label)), body && rendering.blocks(body.nodes)];
  const tile = h(
    'a',
    { ...linkAttributes(target.href, rendering), class: 'tile', id },
    h('span', { class: 'tile-icon' }, icon('code')),
    h(
      'span',
      { class: 'tile-text' },
      h('span', { class: 'tile-title' }, label),
      h('span', { class: 'tile-more' }, target.title || target.href),
    ),
    icon('arrow-up-right', 'tile-end'),
  );
  // The body is usually only the URL.
  const isMore = body && ![target.title, target.href].includes(nodeText(body).trim());
  return [tile, isMore && rendering.blocks(body.nodes)];
}
