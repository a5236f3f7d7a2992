import { anchorsOf, type Document, type FoundLink, linksOf } from '@lectern/document';

/** The links and anchors of a text. */
export interface LinksInMarkdown {
  readonly links: readonly Pick<FoundLink, 'ref' | 'kind' | 'block'>[];
  readonly anchors: ReturnType<typeof anchorsOf>;
}

/** Finds the links and anchors of a document. */
export const linksIn = (document: Document): LinksInMarkdown => ({
  links: linksOf(document).map(({ ref, kind, block }) => ({ ref, kind, block })),
  anchors: anchorsOf(document),
});
