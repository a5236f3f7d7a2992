import { anchorsOf, type Document, type FoundLink, linksOf } from '@lectern/document';

/** What Markdown refers to, and the anchors that it can be referred to by. */
export interface LinksInMarkdown {
  readonly links: readonly Pick<FoundLink, 'ref' | 'kind' | 'block'>[];
  readonly anchors: ReturnType<typeof anchorsOf>;
}

/** What a document refers to, and the anchors in it. */
export const linksIn = (document: Document): LinksInMarkdown => ({
  links: linksOf(document).map(({ ref, kind, block }) => ({ ref, kind, block })),
  anchors: anchorsOf(document),
});
