import { type PageNode, type PageRecord, type RepositoryPage, slugOf } from '@lectern/document';

/** A page of a repository, and the page of a space that it is. */
export type PageIds = ReadonlyMap<RepositoryPage, string>;

/** What matching needs to know of pages besides the two trees. */
export interface MatchedTexts {
  /** The name of the blob at a path. */
  oidOf(path: string): string | undefined;
  /** The Markdown of pages of the space. */
  markdownsOf(pages: readonly PageRecord[]): Promise<ReadonlyMap<PageRecord, string>>;
  /** The Markdown that files would be in the space, whatever ids they will have. */
  markdownsAt(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

interface Known {
  readonly id: string;
  readonly page: PageRecord;
  readonly path: string | undefined;
}

// At least so much of two texts must be the same for one to be the other one, renamed.
const ALIKE = 0.5;
// Lines that stand in many pages tell none from the others.
const COMMON = 20;

// What a link leads to has another id wherever that moved too.
const ID = /(\/(?:pages|files|reusable-contents)\/)[\w-]+/g;

const linesOf = (markdown: string): Set<string> =>
  new Set(
    markdown
      .replace(ID, '$1')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.length > 3),
  );

/** Finds for pages of a repository those of a space that they are: by path, by what they say, or by where they stand. */
export const matchPages = async (
  tree: readonly PageNode[],
  pages: readonly RepositoryPage[],
  texts: MatchedTexts,
): Promise<PageIds> => {
  const known: Known[] = [];
  const noteKnown = (nodes: readonly PageNode[]): void => {
    for (const { id, page, path, children } of nodes) {
      known.push({ id, page, path });
      noteKnown(children);
    }
  };
  noteKnown(tree);
  const wanted: { page: RepositoryPage; path: string }[] = [];
  const noteWanted = (list: readonly RepositoryPage[], above: string): void => {
    for (const page of list) {
      const name = page.type === 'group' ? (page.slug ?? page.title) : page.title;
      const path = `${above}${slugOf(name)}`;
      wanted.push({ page, path });
      if ('children' in page) noteWanted(page.children, `${path}/`);
    }
  };
  noteWanted(pages, '');

  const ids = new Map<RepositoryPage, string>();
  const used = new Set<string>();
  const match = (page: RepositoryPage, { id }: Known) => {
    ids.set(page, id);
    used.add(id);
  };
  /** Matches what has the same key on both sides, in order. */
  const by = (
    ofKnown: (one: Known) => string | undefined,
    ofWanted: (one: (typeof wanted)[number]) => string | undefined,
  ) => {
    const free = new Map<string, Known[]>();
    for (const one of known) {
      const key = used.has(one.id) ? undefined : ofKnown(one);
      if (key !== undefined) free.set(key, [...(free.get(key) ?? []), one]);
    }
    for (const one of wanted) {
      const key = ids.has(one.page) ? undefined : ofWanted(one);
      const found = key === undefined ? undefined : free.get(key)?.shift();
      if (found) match(one.page, found);
    }
  };
  const fileOf = (page: RepositoryPage) => (page.type === 'document' ? page.path : undefined);
  const oidOf = (page: RepositoryPage) => {
    const path = fileOf(page);
    return path === undefined ? undefined : texts.oidOf(path);
  };

  by(
    ({ page }) => page.git?.path,
    ({ page }) => fileOf(page),
  );
  by(
    ({ page }) => page.git?.oid,
    ({ page }) => oidOf(page),
  );
  await matchAlike(known, wanted, { ids, used, match, fileOf, texts });
  // What git knows nothing of is found where it stood: as a whole, then by what it is called.
  by(
    ({ page, path }) => (page.git ? undefined : `${page.type} ${path ?? page.title}`),
    ({ page, path }) =>
      `${page.type} ${page.type === 'document' || page.type === 'group' ? path : page.title}`,
  );
  by(
    ({ page }) => (page.git ? undefined : `${page.type} ${page.title}`),
    ({ page }) => `${page.type} ${page.title}`,
  );
  return ids;
};

/** Matches pages whose files were renamed and changed at once. */
const matchAlike = async (
  known: readonly Known[],
  wanted: readonly { page: RepositoryPage }[],
  {
    ids,
    used,
    match,
    fileOf,
    texts,
  }: {
    ids: ReadonlyMap<RepositoryPage, string>;
    used: ReadonlySet<string>;
    match: (page: RepositoryPage, known: Known) => void;
    fileOf: (page: RepositoryPage) => string | undefined;
    texts: MatchedTexts;
  },
): Promise<void> => {
  const gone = known.filter(({ id, page }) => page.git && page.type === 'document' && !used.has(id));
  const come = wanted.flatMap(({ page }) => {
    const path = ids.has(page) ? undefined : fileOf(page);
    return path === undefined ? [] : [{ page, path }];
  });
  if (gone.length === 0 || come.length === 0) return;
  const [markdowns, coming] = await Promise.all([
    texts.markdownsOf(gone.map(({ page }) => page)),
    texts.markdownsAt(come.map(({ path }) => path)),
  ]);
  const byLine = new Map<string, Known[]>();
  const sizes = new Map<string, number>();
  for (const one of gone) {
    const lines = linesOf(markdowns.get(one.page) ?? '');
    sizes.set(one.id, lines.size);
    for (const line of lines) {
      const among = byLine.get(line);
      if (among) among.push(one);
      else byLine.set(line, [one]);
    }
  }
  const pairs = come.flatMap(({ page, path }) => {
    const lines = linesOf(coming.get(path) ?? '');
    const shared = new Map<Known, number>();
    for (const line of lines) {
      const among = byLine.get(line) ?? [];
      if (among.length <= COMMON) for (const one of among) shared.set(one, (shared.get(one) ?? 0) + 1);
    }
    return [...shared].map(([one, count]) => ({
      page,
      one,
      score: count / Math.max(lines.size, sizes.get(one.id)!),
    }));
  });
  for (const { page, one, score } of pairs.sort((a, b) => b.score - a.score))
    if (score >= ALIKE && !ids.has(page) && !used.has(one.id)) match(page, one);
};
