import type { ContentRef } from '@lectern/document';
import type { RenderContext } from '../../../site/src/document/context.ts';
import { flatten, type PageNode } from '../spaces/tree/page-node.ts';

/** The path of the console. */
export const APP = '/app';

/** How documents of a space are rendered in the console: links lead to its own pages. */
export const renderContextOf = (spaceId: string, pages: readonly PageNode[]): RenderContext => {
  const byId = new Map(flatten(pages).map((node) => [node.id, node]));
  const hrefOf = (ref: ContentRef) => {
    if (ref.kind === 'url') return { href: ref.url, title: ref.url };
    if (ref.kind !== 'page' && ref.kind !== 'anchor') return undefined;
    const node = ref.page === undefined ? undefined : byId.get(ref.page);
    const anchor = ref.kind === 'anchor' ? `#${ref.anchor}` : '';
    if (!node)
      return ref.kind === 'anchor' && ref.page === undefined ? { href: anchor, title: anchor } : undefined;
    return { href: `${APP}/s/${spaceId}/${node.path ?? ''}${anchor}`, title: node.title };
  };
  return { language: 'en', hrefOf, fileOf: () => undefined };
};
