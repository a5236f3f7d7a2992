import type { PageNode, PageRecord } from '@lectern/document';
import { conditionHolds } from '@lectern/document';
import type { Claims } from './structure.ts';

/** A page as a visitor meets it. */
export interface ShownPage {
  readonly id: string;
  readonly record: PageRecord;
  /** Absent for pages without an address: links and computed ones. */
  readonly path: string | undefined;
  readonly parent: ShownPage | undefined;
  readonly children: readonly ShownPage[];
  readonly depth: number;
  /** Not in the navigation: it says so itself, or something above it does. */
  readonly isHidden: boolean;
  /** Neither in the site's search nor in any other. */
  readonly isUnlisted: boolean;
  /** Not for search engines. */
  readonly isUnindexed: boolean;
}

/** The pages of a space as a visitor meets them. */
export interface PageIndex {
  readonly top: readonly ShownPage[];
  readonly byId: ReadonlyMap<string, ShownPage>;
  readonly byPath: ReadonlyMap<string, ShownPage>;
  /** All that can be read, in the order of the navigation. */
  readonly documents: readonly ShownPage[];
  /** What is read at the root. */
  readonly first: ShownPage | undefined;
  /** Whether everybody meets the same pages. */
  readonly isForAll: boolean;
  /** Whether one of them is a link to another space. */
  readonly leadsAway: boolean;
}

/** The pages that somebody of whom this is known may see. */
export const indexOf = (
  tree: readonly PageNode[],
  claims: Claims,
  spaceVariables: Readonly<Record<string, unknown>>,
): PageIndex => {
  const [byId, byPath] = [new Map<string, ShownPage>(), new Map<string, ShownPage>()];
  const documents: ShownPage[] = [];
  let [isForAll, leadsAway] = [true, false];
  const isMet = ({ condition, variables = {} }: PageRecord) =>
    !condition ||
    conditionHolds(condition, {
      visitor: { claims },
      space: { vars: spaceVariables },
      page: { vars: variables },
    });
  const shown = (nodes: readonly PageNode[], parent: ShownPage | undefined): ShownPage[] =>
    nodes
      .filter(({ page }) => {
        isForAll &&= !page.condition;
        return isMet(page);
      })
      .map(({ id, page, path, children }) => {
        const below: ShownPage[] = [];
        const one: ShownPage = {
          id,
          record: page,
          path,
          parent,
          children: below,
          depth: parent ? parent.depth + 1 : 0,
          isHidden: page.hidden === true || parent?.isHidden === true,
          isUnlisted: page.noIndex === true || parent?.isUnlisted === true,
          isUnindexed: page.noIndex === true || page.noRobotsIndex === true || parent?.isUnindexed === true,
        };
        byId.set(id, one);
        if (path !== undefined) byPath.set(path.toLowerCase(), one);
        if (page.type === 'document') documents.push(one);
        leadsAway ||= page.target !== undefined && 'space' in page.target;
        below.push(...shown(children, one));
        return one;
      });
  const top = shown(tree, undefined);
  return { top, byId, byPath, documents, first: documents[0], isForAll, leadsAway };
};

/** The first page that can be read, of a page and all below it. */
export const firstIn = (page: ShownPage): ShownPage | undefined => {
  if (page.record.type === 'document') return page;
  for (const child of page.children) {
    const found = firstIn(child);
    if (found) return found;
  }
  return undefined;
};

/** The pages around a page that are read before and after it. */
export const neighboursOf = (
  { documents }: PageIndex,
  page: ShownPage,
): { readonly previous: ShownPage | undefined; readonly next: ShownPage | undefined } => {
  const read = documents.filter((one) => !one.isHidden || one === page);
  const at = read.indexOf(page);
  return { previous: read[at - 1], next: read[at + 1] };
};

/** What a page stands in, the outermost first. */
export const ancestorsOf = ({ parent }: ShownPage): ShownPage[] =>
  parent ? [...ancestorsOf(parent), parent] : [];

/** Where the file of a page is changed: in the repository that its space is kept in step with. */
export const editAddress = (repository: string | null, path: string | undefined): string | undefined => {
  if (repository === null || path === undefined || !/^https?:/i.test(repository)) return undefined;
  const base = `${repository.replace(/\/$/, '')}/`;
  const to = path.split('/').map(encodeURIComponent).join('/');
  return URL.canParse(to, base) ? new URL(to, base).href : undefined;
};
