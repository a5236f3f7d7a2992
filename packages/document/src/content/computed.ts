import type { PageNode } from './read.ts';
import type { PageRecord } from './records.ts';
import type { DesiredPage } from './replace-pages.ts';

/** What a record says besides its place. */
export const pageFields = ({
  parent: _,
  position: __,
  slug: ___,
  slugIsChosen: ____,
  createdAt: _____,
  updatedAt: ______,
  ...said
}: PageRecord): DesiredPage['fields'] => said;

/** Pages as they are, as those that are wanted. */
export const asDesiredPages = (nodes: readonly PageNode[]): DesiredPage[] =>
  nodes.map(({ id, page, children }) => ({
    id,
    fields: pageFields(page),
    children: asDesiredPages(children),
  }));

/** Pages with those that are made of computed ones: these stand right after what they are made of, and all others go. */
export const withComputed = (
  pages: readonly DesiredPage[],
  madeOf: (computed: DesiredPage, isTop: boolean) => readonly DesiredPage[],
  isTop = true,
): DesiredPage[] =>
  pages
    .filter(({ fields }) => fields.computedFrom === undefined)
    .flatMap((page) => [
      { ...page, children: withComputed(page.children, madeOf, false) },
      ...(page.fields.type === 'computed' ? madeOf(page, isTop) : []),
    ]);

/** The pages that are made of each computed one, as they are. */
export const computedPages = (nodes: readonly PageNode[]): Map<string, DesiredPage[]> => {
  const found = new Map<string, DesiredPage[]>();
  const visit = (siblings: readonly PageNode[]): void => {
    for (const node of siblings) {
      const from = node.page.computedFrom;
      if (from === undefined) visit(node.children);
      else found.set(from, [...(found.get(from) ?? []), ...asDesiredPages([node])]);
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
