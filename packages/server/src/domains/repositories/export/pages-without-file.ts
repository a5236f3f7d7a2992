import { keys, type PageFields, type PageNode, type PageRecord, type SnapshotView } from '@lectern/document';
import { flattenTree } from '../flatten-tree.ts';

/** The pages that redirects lead to, by the redirected path. */
export const redirectedPages = async (
  view: SnapshotView,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const keyOf = (path: string) => keys.previousPath(path.toLowerCase().replace(/^(?:\.?\/)+/, ''));
  const found = await view.getMany(paths.map(keyOf));
  return new Map(
    paths.flatMap((path) => {
      const page = found.get(keyOf(path)) as string | undefined;
      return page === undefined ? [] : [[path, page] as const];
    }),
  );
};

/** The pages that Markdown texts link to. */
export const linkedPagesIn = (markdowns: Iterable<string>): string[] =>
  [...markdowns].flatMap((text) => [...text.matchAll(/\/pages\/([\w-]+)/g)].map(([, id]) => id!));

/** The pages that need no file, because the table of contents has all their content: a title with pages below it, or without a link. */
export const pagesWithoutFile = (
  tree: readonly PageNode[],
  linked: ReadonlySet<string>,
): ReadonlySet<string> => {
  const all = flattenTree(tree);
  const targets = new Set(
    all.flatMap(({ page }) => (page.target && 'page' in page.target ? [page.target.page] : [])),
  );
  const needsNoFile = ({ id, page, children }: PageNode): boolean =>
    page.type === 'document' &&
    (children.length > 0 || isLineOfText(page)) &&
    page.git === undefined &&
    page.body === undefined &&
    page.linkTitle === undefined &&
    !page.slugIsChosen &&
    page.title !== '' &&
    page.title === page.title.replace(/\s+/g, ' ').trim() &&
    Object.keys(frontMatterOf(page)).every((field) => field === 'title') &&
    !linked.has(id) &&
    !targets.has(id);
  return new Set(all.filter(needsNoFile).map(({ id }) => id));
};

/** Whether a page that needs no file is a line without a link; such a line at the top level is a group. */
export const isLineOfText = ({ type, parent, slugIsChosen, isListedAsText }: PageRecord): boolean =>
  isListedAsText === true && (type === 'group' ? !slugIsChosen : parent !== null);

/** The fields of a page that its file contains. */
export const frontMatterOf = (page: PageRecord): PageFields => {
  const { title, description, icon, emoji, hidden, noIndex, noRobotsIndex, condition } = page;
  const { variables, tags, cover, layout, more, frontMatter } = page;
  const all = {
    title,
    description,
    icon,
    emoji,
    hidden,
    noIndex,
    noRobotsIndex,
    condition,
    variables,
    tags,
    cover,
    layout,
    more,
    frontMatter,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as PageFields;
};
