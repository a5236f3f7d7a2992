import type { PageNode, PageRecord } from '@lectern/document';
import { isPageVisible } from '../../content/index.ts';
import type { Claims } from './structure.ts';

/** A page that is visible to a visitor. */
export interface VisiblePage {
  readonly id: string;
  readonly record: PageRecord;
  /** Undefined for links and computed pages, which have no address. */
  readonly path: string | undefined;
  readonly parent: VisiblePage | undefined;
  readonly children: readonly VisiblePage[];
  readonly depth: number;
  /** Whether the page or an ancestor is hidden from the navigation. */
  readonly isHidden: boolean;
  /** Whether the page or an ancestor is hidden from search, in the site and elsewhere. */
  readonly isHiddenFromSearch: boolean;
  /** Whether the page or an ancestor is hidden from search engines. */
  readonly isHiddenFromSearchEngines: boolean;
}

/** The pages of a space that are visible to a visitor. */
export interface PageIndex {
  readonly top: readonly VisiblePage[];
  readonly byId: ReadonlyMap<string, VisiblePage>;
  readonly byPath: ReadonlyMap<string, VisiblePage>;
  /** Pages with a document, in navigation order. */
  readonly documents: readonly VisiblePage[];
  /** The page at the root of the space. */
  readonly first: VisiblePage | undefined;
  /** Whether all visitors see the same pages. */
  readonly isSameForAll: boolean;
  /** Whether one of the pages is a link to another space. */
  readonly hasCrossSpaceLinks: boolean;
}

/** Indexes the pages of a tree that are visible to a visitor with these claims. */
export const buildPageIndex = (
  tree: readonly PageNode[],
  claims: Claims,
  spaceVariables: Readonly<Record<string, unknown>>,
): PageIndex => {
  const [byId, byPath] = [new Map<string, VisiblePage>(), new Map<string, VisiblePage>()];
  const documents: VisiblePage[] = [];
  let [isSameForAll, hasCrossSpaceLinks] = [true, false];
  const visible = (nodes: readonly PageNode[], parent: VisiblePage | undefined): VisiblePage[] =>
    nodes
      .filter(({ page }) => {
        isSameForAll &&= !page.condition;
        return isPageVisible(page, claims, spaceVariables);
      })
      .map(({ id, page, path, children }) => {
        const below: VisiblePage[] = [];
        const one: VisiblePage = {
          id,
          record: page,
          path,
          parent,
          children: below,
          depth: parent ? parent.depth + 1 : 0,
          isHidden: page.hidden === true || parent?.isHidden === true,
          isHiddenFromSearch: page.noIndex === true || parent?.isHiddenFromSearch === true,
          isHiddenFromSearchEngines:
            page.noIndex === true ||
            page.noRobotsIndex === true ||
            parent?.isHiddenFromSearchEngines === true,
        };
        byId.set(id, one);
        if (path !== undefined) byPath.set(path.toLowerCase(), one);
        if (page.type === 'document') documents.push(one);
        hasCrossSpaceLinks ||= page.target !== undefined && 'space' in page.target;
        below.push(...visible(children, one));
        return one;
      });
  const top = visible(tree, undefined);
  return { top, byId, byPath, documents, first: documents[0], isSameForAll, hasCrossSpaceLinks };
};

/** The first document among a page and its descendants. */
export const firstDocument = (page: VisiblePage): VisiblePage | undefined => {
  if (page.record.type === 'document') return page;
  for (const child of page.children) {
    const found = firstDocument(child);
    if (found) return found;
  }
  return undefined;
};

/** The previous and the next page in navigation order. */
export const neighboursOf = (
  { documents }: PageIndex,
  page: VisiblePage,
): { readonly previous: VisiblePage | undefined; readonly next: VisiblePage | undefined } => {
  const read = documents.filter((one) => !one.isHidden || one === page);
  const at = read.indexOf(page);
  return { previous: read[at - 1], next: read[at + 1] };
};

/** The ancestors of a page, the outermost first. */
export const ancestorsOf = ({ parent }: VisiblePage): VisiblePage[] =>
  parent ? [...ancestorsOf(parent), parent] : [];

/** The title of a page in lists and links, which may be shorter than its own. */
export const shortTitleOf = ({ record: { linkTitle, title } }: VisiblePage): string => linkTitle ?? title;
