import {
  EMPTY_ROOT,
  levelsBelow,
  lineageOf,
  type PageRecord,
  pathOf,
  ranges,
  readKey,
  readPages,
  type SnapshotView,
} from '@lectern/document';
import type { PageRequest } from '../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { RevisionsService, SpaceKey } from '../revisions/index.ts';
import type { SpaceSubject } from '../spaces/index.ts';
import { createPageSections } from './page-sections.ts';
import {
  configurationsOf,
  type FoundPage,
  type FoundSection,
  findSections,
  findSpacesSeenBy,
  type SearchQuery,
  searchSpace,
  searchSpaces,
} from './search.store.ts';
import {
  deletePagesExcept,
  findIndexedSpace,
  findSpacesToReindex,
  findState,
  type IndexedPage,
  type IndexState,
  lockIndexedSpace,
  replacePages,
  setState,
} from './search-index.store.ts';
import { isFindable, isOpen, type Pages } from './searchable-pages.ts';
import { configurationOf } from './text-search-configuration.ts';
import { runIn, wordsIn } from './tokenize.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'jobs' | 'markdown'> & {
  readonly revisions: () => RevisionsService;
};

/** The job that indexes a space as a whole. */
export const REBUILD_INDEX = 'search.fill';

const SECTIONS_EACH = 3;
const PAGES_EACH = 5;
const FILLED_AT_ONCE = 50;
const SPACES_CAUGHT_UP_AT_ONCE = 500;
const LONGEST_WAIT_MS = 5_000;
const MOST_ATTEMPTS = 10;
const MOST_WORDS = 16;

const parseQuery = (text: string): SearchQuery => ({
  text: text.slice(0, 100),
  words: wordsIn(text).slice(0, MOST_WORDS),
  run: runIn(text),
});

/** Pages and all above them, read level by level. */
const withAncestors = async (view: SnapshotView, ids: readonly string[]): Promise<Pages> => {
  const pages = new Map<string, PageRecord>();
  let level = ids;
  while (level.length > 0) {
    const found = await readPages(view, level);
    for (const [id, page] of found) pages.set(id, page);
    const above = new Set([...found.values()].map((page) => page.parent));
    level = [...above].filter((id) => id !== null && !pages.has(id)) as string[];
  }
  return pages;
};

/** Searching, and the index behind it, which follows the current revision of each space. */
export const createSearchService = ({ db, transaction, jobs, markdown, revisions }: Dependencies) => {
  const sections = createPageSections({ markdown, revisions });

  /** Pages as they are indexed; nothing where that takes too long. */
  const toIndexed = async (
    organizationId: string,
    pages: readonly (readonly [id: string, page: PageRecord])[],
    { tx, until = Number.POSITIVE_INFINITY }: { tx?: DatabaseTransaction; until?: number } = {},
  ): Promise<readonly IndexedPage[] | undefined> => {
    const bodies = [...new Set(pages.flatMap(([, { body }]) => body ?? []))];
    const found = new Map<string, IndexedPage['sections']>();
    for await (const some of sections.read(organizationId, bodies, tx)) {
      if (performance.now() > until) return undefined;
      for (const one of some)
        found.set(
          one.body,
          one.sections.map(({ id, title, body }) => ({ anchor: id ?? null, title: title ?? '', body })),
        );
    }
    return pages.map(([id, { title, description, body }]) => ({
      id,
      title,
      description: description ?? '',
      sections: found.get(body ?? '') ?? [],
    }));
  };

  /** What must be indexed anew between two snapshots: pages that changed, and those below one that search now shows or hides. */
  const changesBetween = async (space: SpaceKey, from: string, to: string, tx: DatabaseTransaction) => {
    const { organization_id } = space;
    const changed = (await revisions().merkleMap(organization_id, tx).diff(from, to))
      .map(({ key }) => readKey(key))
      .filter(({ kind }) => kind === 'p')
      .map(({ id }) => id);
    const view = revisions().view(organization_id, to, tx);
    const before = await withAncestors(revisions().view(organization_id, from, tx), changed);
    const after = await withAncestors(view, changed);
    const touched = new Set(changed);
    const turned = changed.filter((id) => before.has(id) && isOpen(before, id) !== isOpen(after, id));
    for await (const level of levelsBelow(view, ...turned)) for (const id of level) touched.add(id);
    const ids = [...touched];
    const now = await withAncestors(view, ids);
    return {
      ids,
      findable: ids.filter((id) => isFindable(now, id)).map((id) => [id, now.get(id)!] as const),
    };
  };

  type Changes = Awaited<ReturnType<typeof changesBetween>>;

  /** Indexes what changed; false when that takes too long for somebody who waits. */
  const indexChanges = async (
    tx: DatabaseTransaction,
    space: SpaceKey,
    language: string | null,
    { ids, findable }: Changes,
  ): Promise<boolean> => {
    if (findable.length > FILLED_AT_ONCE) return false;
    const until = performance.now() + LONGEST_WAIT_MS;
    const pages = await toIndexed(space.organization_id, findable, { tx, until });
    if (!pages) return false;
    await replacePages(tx, space, language, ids, pages);
    return true;
  };

  /** Indexes all pages of a snapshot, a few at a time: nobody waits for it. */
  const indexSnapshot = async (space: SpaceKey, { root, language }: IndexState): Promise<void> => {
    const [from, to] = ranges.pages;
    const all = new Map(
      (await revisions().view(space.organization_id, root).range(from, to)).map(
        ([key, page]) => [readKey(key).id, page as PageRecord] as const,
      ),
    );
    const findable = [...all.keys()].filter((id) => isFindable(all, id));
    await deletePagesExcept(db, space, findable);
    while (findable.length > 0) {
      const some = findable.splice(0, FILLED_AT_ONCE).map((id) => [id, all.get(id)!] as const);
      const pages = await toIndexed(space.organization_id, some);
      await transaction((tx) => replacePages(tx, space, language, [], pages!));
    }
  };

  /** Notes that the index is whole, unless the space went on too far meanwhile. */
  const finish = (space: SpaceKey, made: IndexState): Promise<boolean> =>
    transaction(async (tx) => {
      const now = await lockIndexedSpace(tx, space);
      if (!now) return true;
      if (now.language !== made.language) return false;
      const changes = await changesBetween(space, made.root, now.root, tx);
      if (!(await indexChanges(tx, space, now.language, changes))) return false;
      await setState(tx, space, now);
      return true;
    });

  return {
    cacheSections: sections.cache,

    /** Follows a space from one snapshot to the next, in the transaction that moves it: only what changed is touched. */
    onHeadMoved: async (
      tx: DatabaseTransaction,
      space: SpaceKey,
      from: string,
      to: string,
    ): Promise<void> => {
      const state = await findState(tx, space);
      const isNew = from === EMPTY_ROOT && state === undefined;
      if (!isNew && state?.root !== from) return;
      const language = (await lockIndexedSpace(tx, space))?.language ?? null;
      const { organization_id, id } = space;
      const later = () => jobs.enqueue(tx, REBUILD_INDEX, { organization_id, id });
      // A large copy is not even counted: that would cost as much as reading it.
      if (from === EMPTY_ROOT && (await revisions().merkleMap(organization_id, tx).isLarge(to)))
        return later();
      const changes = await changesBetween(space, from, to, tx);
      if ((isNew || state?.language === language) && (await indexChanges(tx, space, language, changes)))
        return setState(tx, space, { root: to, language });
      // What a page said before, or that it was there, is not found meanwhile.
      await replacePages(tx, space, language, changes.ids, []);
      return later();
    },

    /** Indexes a space as a whole: after a copy or an import, and in another language. */
    rebuild: async (space: SpaceKey): Promise<void> => {
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        const [now, state] = [await findIndexedSpace(db, space), await findState(db, space)];
        if (!now || (state?.root === now.root && state.language === now.language)) return;
        await indexSnapshot(space, now);
        if (await finish(space, now)) return;
      }
      throw new Error('The space changes faster than it can be indexed');
    },

    /** Has all spaces indexed whose index is of something else than what they are at. */
    rebuildOutdated: (): Promise<void> =>
      transaction(async (tx) =>
        jobs.enqueueAll(tx, REBUILD_INDEX, await findSpacesToReindex(tx, SPACES_CAUGHT_UP_AT_ONCE)),
      ),

    inSpace: async (space: SpaceSubject, text: string, page: PageRequest) => {
      const query = parseQuery(text);
      const head = await revisions().find(space, space.revision_id);
      const state = await findState(db, space);
      const isWhole = state?.root === head?.root && state?.language === space.language;
      const incomplete = head?.root !== EMPTY_ROOT && !isWhole;
      if (query.words.length === 0 || !head) return { rows: [], count: 0, incomplete };
      // In the language that the index is in, which another one replaces in the background.
      const language = state ? state.language : space.language;
      const { rows, count } = await searchSpace(db, { ...space, language }, query, page);
      return { rows: await withDetails(space, head.root, language, rows, query), count, incomplete };
    },

    inOrganization: async (organizationId: string, readerId: string, text: string, page: PageRequest) =>
      inSpaces(organizationId, await findSpacesSeenBy(db, organizationId, readerId), text, page),

    inSpaces,
  };

  /** Searches some spaces of an organization. */
  async function inSpaces(
    organizationId: string,
    ids: readonly string[],
    text: string,
    page: Pick<PageRequest, 'limit' | 'after'>,
    pagesEach = PAGES_EACH,
  ) {
    const query = parseQuery(text);
    if (query.words.length === 0) return { rows: [], count: 0 };
    const configurations = await configurationsOf(db, organizationId, ids);
    const found = await searchSpaces(db, organizationId, ids, configurations, query, page, pagesEach);
    const shown = found.rows.flatMap((row) => row.pages);
    const sections = await findSections(db, organizationId, shown, configurations, query, SECTIONS_EACH);
    const roots = await revisions().headRoots(
      organizationId,
      found.rows.map((row) => row.space_id),
    );
    const rows = [];
    for (const row of found.rows) {
      const view = revisions().view(organizationId, roots.get(row.space_id) ?? EMPTY_ROOT);
      const pages = [];
      for (const one of row.pages) {
        const path = await pathToFound(view, one.page_id);
        if (path !== undefined) pages.push({ ...one, path, sections: sectionsIn(sections, one) });
      }
      rows.push({ ...row, pages });
    }
    return { rows, count: found.count };
  }

  async function withDetails(
    space: SpaceKey,
    root: string,
    language: string | null,
    rows: readonly FoundPage[],
    query: SearchQuery,
  ) {
    const view = revisions().view(space.organization_id, root);
    const configurations = [configurationOf(language)];
    const sections = await findSections(
      db,
      space.organization_id,
      rows,
      configurations,
      query,
      SECTIONS_EACH,
    );
    const detailed = [];
    for (const row of rows) {
      const path = await pathToFound(view, row.page_id);
      if (path !== undefined) detailed.push({ ...row, path, sections: sectionsIn(sections, row) });
    }
    return detailed;
  }
};

const sectionsIn = (sections: readonly FoundSection[], { page_id, space_id }: FoundPage) =>
  sections.filter((section) => section.page_id === page_id && section.space_id === space_id);

// The index may be behind: what is not to be found any more is not shown.
const pathToFound = async (view: SnapshotView, pageId: string): Promise<string | undefined> => {
  const lineage = await lineageOf(view, pageId);
  const pages = new Map(lineage.map(({ id, page }) => [id, page]));
  return isFindable(pages, pageId) ? pathOf(lineage) : undefined;
};

/** Searching. */
export type SearchService = ReturnType<typeof createSearchService>;

/** A space in which pages were found. */
export type FoundSpace = Awaited<ReturnType<SearchService['inSpaces']>>['rows'][number];

/** A page that was found, with where it is and what it says. */
export type FoundPageWithDetails = Awaited<ReturnType<SearchService['inSpace']>>['rows'][number];
