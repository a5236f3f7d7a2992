import type { ContentRef, Document } from '@lectern/document';
import { useNavigate } from '@tanstack/react-router';
import { type MouseEvent, useMemo } from 'react';
import { renderDocument } from '../../../site/src/document/render.ts';
import { flatten, type PageNode } from '../spaces/tree/page-node.ts';

const APP = '/app';

/** A document as the published site renders it. */
export const DocumentView = ({
  spaceId,
  pages,
  document,
}: {
  readonly spaceId: string;
  readonly pages: readonly PageNode[];
  readonly document: unknown;
}) => {
  const navigate = useNavigate();
  const html = useMemo(() => {
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
    return String(renderDocument(document as Document, { language: 'en', hrefOf, fileOf: () => undefined }));
  }, [spaceId, pages, document]);
  // Links inside of the document are followed without loading the console again.
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    const href = link?.getAttribute('href');
    if (
      !href?.startsWith(`${APP}/`) ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.button !== 0
    )
      return;
    event.preventDefault();
    void navigate({ href: href.slice(APP.length) });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys activate the links, which dispatch clicks
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are the interactive elements
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the renderer escapes and sanitizes, as it does for sites
    <div className="prose" onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
  );
};
