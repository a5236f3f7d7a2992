import type { Block, Inline } from '@lectern/document';
import { Extension } from '@tiptap/core';
import type { RenderContext } from '../../../../site/src/document/context.ts';
import { renderDocument } from '../../../../site/src/document/render.ts';
import { elementOf } from '../schema/dom.ts';

/** Renders nodes that the editor does not edit as the published site does. */
export interface SiteRenderer {
  readonly block: (block: Block) => Element | undefined;
  readonly inline: (inline: Inline) => Element | undefined;
}

declare module '@tiptap/core' {
  interface Storage {
    siteRenderer: SiteRenderer;
  }
}

const createSiteRenderer = (context: RenderContext): SiteRenderer => {
  const block = (node: Block) =>
    elementOf(renderDocument({ object: 'document', data: {}, nodes: [node] }, context));
  return {
    block,
    inline: (node) => {
      const line = block({ object: 'block', type: 'paragraph', nodes: [node] });
      return line?.childNodes.length === 0 ? undefined : line;
    },
  };
};

/** Gives the views of nodes the renderer of the site. */
export const siteRenderer = (context: RenderContext) =>
  Extension.create({ name: 'siteRenderer', addStorage: () => createSiteRenderer(context) });
