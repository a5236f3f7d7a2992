import type { PageNode } from './read.ts';
import type { PageRecord } from './records.ts';
import type { DesiredPage } from './replace-pages.ts';

/** The fields of a page except its place, slug and times. */
export const pageFields = ({
  parent: _,
  position: __,
  slug: ___,
  slugIsChosen: ____,
  createdAt: _____,
  updatedAt: ______,
  ...fields
}: PageRecord): DesiredPage['fields'] => fields;

/** Existing pages as desired pages. */
export const asDesiredPages = (nodes: readonly PageNode[]): DesiredPage[] =>
  nodes.map(({ id, page, children }) => ({
    id,
    fields: pageFields(page),
    children: asDesiredPages(children),
  }));

/** Adds generated pages right after their computed page, in place of all earlier ones. */
export const withComputed = (
  pages: readonly DesiredPage[],
  generate: (computed: DesiredPage, isTop: boolean) => readonly DesiredPage[],
  isTop = true,
): DesiredPage[] =>
  pages
    .filter(({ fields }) => fields.computedFrom === undefined)
    .flatMap((page) => [
      { ...page, children: withComputed(page.children, generate, false) },
      ...(page.fields.type === 'computed' ? generate(page, isTop) : []),
    ]);

/** The generated pages of each computed page. */
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

/** Pages without generated pages. */
export const withoutComputed = (nodes: readonly PageNode[]): PageNode[] =>
  nodes
    .filter(({ page }) => page.computedFrom === undefined)
    .map((node) => ({ ...node, children: withoutComputed(node.children) }));

/** Pages without computed pages that have generated pages. */
export const withoutSources = (nodes: readonly PageNode[]): PageNode[] => {
  const sources = new Set(nodes.flatMap(({ page }) => page.computedFrom ?? []));
  return nodes
    .filter(({ id }) => !sources.has(id))
    .map((node) => ({ ...node, children: withoutSources(node.children) }));
};
