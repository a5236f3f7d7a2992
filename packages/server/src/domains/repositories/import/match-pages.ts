import { type PageNode, type PageRecord, type RepositoryPage, slugOf } from '@lectern/document';

/** The existing page ids of pages of a repository. */
export type PageIds = ReadonlyMap<RepositoryPage, string>;

/** Access to the texts of both sides. */
export interface MatchedTexts {
  /** The git object id of a file. */
  oidOf(path: string): string | undefined;
  /** The Markdown of existing pages. */
  markdownsOf(pages: readonly PageRecord[]): Promise<ReadonlyMap<PageRecord, string>>;
  /** The Markdown of files as it would be in the space, with any ids. */
  markdownsAt(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

interface ExistingPage {
  readonly id: string;
  readonly page: PageRecord;
  readonly path: string | undefined;
}

interface ImportedPage {
  readonly page: RepositoryPage;
  readonly path: string;
}

// The least share of equal lines of a renamed page.
const MIN_SIMILARITY = 0.5;
// Lines that occur in more pages are ignored.
const MAX_PAGES_PER_LINE = 20;

// Ids in links change when their targets move.
const LINKED_ID = /(\/(?:pages|files|reusable-contents)\/)[\w-]+/g;

const linesOf = (markdown: string): Set<string> =>
  new Set(
    markdown
      .replace(LINKED_ID, '$1')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.length > 3),
  );

const existingPages = (nodes: readonly PageNode[]): ExistingPage[] =>
  nodes.flatMap(({ id, page, path, children }) => [{ id, page, path }, ...existingPages(children)]);

const importedPages = (pages: readonly RepositoryPage[], parentPath: string): ImportedPage[] =>
  pages.flatMap((page) => {
    const name = page.type === 'group' ? (page.slug ?? page.title) : page.title;
    const path = `${parentPath}${slugOf(name)}`;
    return [{ page, path }, ...('children' in page ? importedPages(page.children, `${path}/`) : [])];
  });

const fileOf = (page: RepositoryPage) => (page.type === 'document' ? page.path : undefined);

/** The matches found so far. */
const createMatches = (existing: readonly ExistingPage[], imported: readonly ImportedPage[]) => {
  const ids = new Map<RepositoryPage, string>();
  const used = new Set<string>();
  const add = (page: RepositoryPage, { id }: ExistingPage) => {
    ids.set(page, id);
    used.add(id);
  };
  return {
    existing,
    imported,
    ids,
    used,
    add,
    /** Matches unmatched pages with equal keys, in order. */
    addByKey: (
      existingKey: (page: ExistingPage) => string | undefined,
      importedKey: (page: ImportedPage) => string | undefined,
    ): void => {
      const candidates = new Map<string, ExistingPage[]>();
      for (const page of existing) {
        const key = used.has(page.id) ? undefined : existingKey(page);
        if (key !== undefined) candidates.set(key, [...(candidates.get(key) ?? []), page]);
      }
      for (const each of imported) {
        const key = ids.has(each.page) ? undefined : importedKey(each);
        const match = key === undefined ? undefined : candidates.get(key)?.shift();
        if (match) add(each.page, match);
      }
    },
  };
};

type Matches = ReturnType<typeof createMatches>;

/** Matches pages of a repository with those of a space: by file, by content, and by position. */
export const matchPages = async (
  tree: readonly PageNode[],
  pages: readonly RepositoryPage[],
  texts: MatchedTexts,
): Promise<PageIds> => {
  const matches = createMatches(existingPages(tree), importedPages(pages, ''));
  const oidOf = (page: RepositoryPage) => {
    const path = fileOf(page);
    return path === undefined ? undefined : texts.oidOf(path);
  };
  matches.addByKey(
    ({ page }) => page.git?.path,
    ({ page }) => fileOf(page),
  );
  matches.addByKey(
    ({ page }) => page.git?.oid,
    ({ page }) => oidOf(page),
  );
  await addSimilarPages(matches, texts);
  // Pages without a file match by path, then by title.
  matches.addByKey(
    ({ page, path }) => (page.git ? undefined : `${page.type} ${path ?? page.title}`),
    ({ page, path }) =>
      `${page.type} ${page.type === 'document' || page.type === 'group' ? path : page.title}`,
  );
  matches.addByKey(
    ({ page }) => (page.git ? undefined : `${page.type} ${page.title}`),
    ({ page }) => `${page.type} ${page.title}`,
  );
  return matches.ids;
};

/** Matches pages whose files were both renamed and edited, most similar first. */
const addSimilarPages = async (
  { existing, imported, ids, used, add }: Matches,
  texts: MatchedTexts,
): Promise<void> => {
  const removed = existing.filter(({ id, page }) => page.git && page.type === 'document' && !used.has(id));
  const added = imported.flatMap(({ page }) => {
    const path = ids.has(page) ? undefined : fileOf(page);
    return path === undefined ? [] : [{ page, path }];
  });
  if (removed.length === 0 || added.length === 0) return;
  const [oldTexts, newTexts] = await Promise.all([
    texts.markdownsOf(removed.map(({ page }) => page)),
    texts.markdownsAt(added.map(({ path }) => path)),
  ]);
  const pagesByLine = new Map<string, ExistingPage[]>();
  const lineCounts = new Map<string, number>();
  for (const page of removed) {
    const lines = linesOf(oldTexts.get(page.page) ?? '');
    lineCounts.set(page.id, lines.size);
    for (const line of lines) {
      const withLine = pagesByLine.get(line);
      if (withLine) withLine.push(page);
      else pagesByLine.set(line, [page]);
    }
  }
  const pairs = added.flatMap(({ page, path }) => {
    const lines = linesOf(newTexts.get(path) ?? '');
    const shared = new Map<ExistingPage, number>();
    for (const line of lines) {
      const withLine = pagesByLine.get(line) ?? [];
      if (withLine.length <= MAX_PAGES_PER_LINE)
        for (const each of withLine) shared.set(each, (shared.get(each) ?? 0) + 1);
    }
    return [...shared].map(([match, count]) => ({
      page,
      match,
      similarity: count / Math.max(lines.size, lineCounts.get(match.id)!),
    }));
  });
  for (const { page, match, similarity } of pairs.sort((a, b) => b.similarity - a.similarity))
    if (similarity >= MIN_SIMILARITY && !ids.has(page) && !used.has(match.id)) add(page, match);
};
