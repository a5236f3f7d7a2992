import type { Document } from '@lectern/document';
import { useNavigate } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useMemo, useRef } from 'react';
import { type CommentedText, shownText } from '../comments/commented-text.ts';
import type { PageNode } from '../spaces/tree/page-node.ts';
import type { ContentPlace } from './content-place.ts';
import { drawDiagrams } from './draw-diagrams.ts';
import { withShownExpressions } from './expressions.ts';
import { APP } from './page-address.ts';
import { renderDocument } from './render-document.ts';
import { withReusableContents } from './reusable-contents.ts';
import { useArrivals, usePageContext } from './use-page-context.ts';

/** A document as the published site renders it. */
export const DocumentView = ({
  place: { spaceId, changeRequestId },
  pages,
  document,
  sharedKeys,
  onShown,
}: {
  readonly place: ContentPlace;
  readonly pages: readonly PageNode[];
  readonly document: unknown;
  /** The keys of blocks while others write in the page, by those that they had before. */
  readonly sharedKeys?: ReadonlyMap<string, string>;
  /** Called with the text on the screen, for comments on it, and with nothing when it is gone. */
  readonly onShown?: (text: CommentedText | undefined) => void;
}) => {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    onShown?.(shownText(root.current!, sharedKeys));
    return () => onShown?.(undefined);
  }, [onShown, sharedKeys]);
  const navigate = useNavigate();
  const page = usePageContext(spaceId, changeRequestId, pages);
  const arrivals = useArrivals(page);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has arrived is read through the context
  const html = useMemo(() => {
    const shown = withReusableContents(document as Document, page.reusableOf);
    return String(renderDocument(withShownExpressions(shown), { ...page.context, hasBlockKeys: true }));
  }, [page, document, arrivals]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML has other diagrams
  useEffect(() => void drawDiagrams(root.current!), [html]);
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
    <div
      ref={root}
      className="prose"
      dir="auto"
      onClick={follow}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the renderer escapes and sanitizes, as it does for sites
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
};
