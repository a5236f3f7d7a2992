import type { Block, Inline } from '@lectern/document';
import { Extension } from '@tiptap/core';
import { withShownExpressions } from '../../pages/expressions.ts';
import type { PageContext } from '../../pages/render-context.ts';
import { renderDocument } from '../../pages/render-document.ts';
import { withReusableContents } from '../../pages/reusable-contents.ts';
import { elementOf } from '../schema/dom.ts';

/** Renders nodes that the editor does not edit as the published site does. */
export interface SiteRenderer {
  readonly block: (block: Block) => Element | undefined;
  readonly inline: (inline: Inline) => Element | undefined;
  /** Draws now, and again when files or names that were missing have arrived; returns what ends it. */
  readonly draw: (paint: () => void) => () => void;
}

declare module '@tiptap/core' {
  interface Storage {
    siteRenderer: SiteRenderer;
  }
}

const createSiteRenderer = ({ context, loads, reusableOf }: PageContext): SiteRenderer => {
  const reusable = (node: Block): Element | undefined => {
    const included = withReusableContents({ object: 'document', data: {}, nodes: [node] }, reusableOf);
    const { nodes } = withShownExpressions(included);
    if (nodes[0]?.type === 'reusable-content') return undefined;
    return elementOf(
      `<div class="reusable flow">${renderDocument({ object: 'document', data: {}, nodes }, context)}</div>`,
    );
  };
  const block = (node: Block) =>
    node.type === 'reusable-content'
      ? reusable(node)
      : elementOf(renderDocument({ object: 'document', data: {}, nodes: [node] }, context));
  return {
    block,
    inline: (node) => {
      const line = block({ object: 'block', type: 'paragraph', nodes: [node] });
      return line?.childNodes.length === 0 ? undefined : line;
    },
    draw: (paint) => {
      let { missing } = loads.collect(paint);
      return loads.subscribe((arrived) => {
        if (![...missing].some((key) => arrived.has(key))) return;
        ({ missing } = loads.collect(paint));
      });
    },
  };
};

/** Gives the views of nodes the renderer of the site. */
export const siteRenderer = (page: PageContext) =>
  Extension.create({ name: 'siteRenderer', addStorage: () => createSiteRenderer(page) });
