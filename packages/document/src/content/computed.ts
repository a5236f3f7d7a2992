import type { PageNode } from './read.ts';
import type { PageRecord } from './records.ts';
import type { WantedPage } from './replace-pages.ts';

/** What a record says besides its place. */
export const saidOf = ({
  parent: _,
  position: __,
  slug: ___,
  slugIsChosen: ____,
  createdAt: _____,
  updatedAt: ______,
  ...said
}: PageRecord): WantedPage['said'] => said;

/** Pages as they are, as those that are wanted. */
export const asWanted = (nodes: readonly PageNode[]): WantedPage[] =>
  nodes.map(({ id, page, children }) => ({ id, said: saidOf(page), children: asWanted(children) }));

/** Pages with those that are made of computed ones: these stand right after what they are made of, and all others go. */
export const withComputed = (
  pages: readonly WantedPage[],
  madeOf: (computed: WantedPage, isTop: boolean) => readonly WantedPage[],
  isTop = true,
): WantedPage[] =>
  pages
    .filter(({ said }) => said.computedFrom === undefined)
    .flatMap((page) => [
      { ...page, children: withComputed(page.children, madeOf, false) },
      ...(page.said.type === 'computed' ? madeOf(page, isTop) : []),
    ]);

/** The pages that are made of each computed one, as they are. */
export const computedPages = (nodes: readonly PageNode[]): Map<string, WantedPage[]> => {
  const found = new Map<string, WantedPage[]>();
  const visit = (siblings: readonly PageNode[]): void => {
    for (const node of siblings) {
      const from = node.page.computedFrom;
      if (from === undefined) visit(node.children);
      else found.set(from, [...(found.get(from) ?? []), ...asWanted([node])]);
    }
  };
  visit(nodes);
  return found;
};

/** Pages as people wrote them: without those that were made of others. */
export const withoutComputed = (nodes: readonly PageNode[]): PageNode[] =>
  nodes
    .filter(({ page }) => page.computedFrom === undefined)
    .map((node) => ({ ...node, children: withoutComputed(node.children) }));

/** Pages as they are read: what was made of a computed page stands for it. */
export const withoutSources = (nodes: readonly PageNode[]): PageNode[] => {
  const made = new Set(nodes.flatMap(({ page }) => page.computedFrom ?? []));
  return nodes
    .filter(({ id }) => !made.has(id))
    .map((node) => ({ ...node, children: withoutSources(node.children) }));
};
