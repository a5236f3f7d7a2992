import type { ContentRef, Document } from '@lectern/document';
import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { read } from '../api/queries.ts';
import { APP, pagePath } from '../pages/page-address.ts';
import { renderDocument } from '../pages/render-document.ts';
import type { Answer } from './queries.ts';

type Source = Answer['sources'][number];

const readSource = ({ space, page }: Source) =>
  read('/spaces/{spaceId}/content/page/{pageId}', { params: { spaceId: space, pageId: page } });

/** An answer with links to its pages. */
export const AnswerView = ({
  document,
  sources,
}: {
  readonly document: unknown;
  readonly sources: readonly Source[];
}) => {
  const navigate = useNavigate();
  const pages = useQueries({ queries: sources.map(readSource) });
  const hrefOf = (ref: ContentRef) => {
    if (ref.kind !== 'page' && ref.kind !== 'anchor') return undefined;
    const at = sources.findIndex(({ page, space }) => page === ref.page && space === ref.space);
    const found = pages[at]?.data;
    if (!found) return undefined;
    const anchor = ref.kind === 'anchor' ? `#${encodeURIComponent(ref.anchor)}` : '';
    const path = 'path' in found ? String(found.path ?? '') : '';
    return { href: `${APP}${pagePath({ spaceId: ref.space! }, path)}${anchor}`, title: found.title };
  };
  const html = renderDocument(document as Document, { language: 'en', hrefOf, fileOf: () => undefined });
  // Links are followed without loading the console again.
  const follow = (event: MouseEvent) => {
    const href = (event.target as Element).closest('a')?.getAttribute('href');
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
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it are what is clicked
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link is a click as well
    <div
      className="prose"
      dir="auto"
      onClick={follow}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the renderer of sites escapes and sanitizes
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
};
