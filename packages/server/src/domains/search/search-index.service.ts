import {
  EMPTY_ROOT,
  levelsBelow,
  type PageRecord,
  ranges,
  readKey,
  readPages,
  type SnapshotView,
} from '@lectern/document';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { jobName } from '../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { RevisionsService, SpaceKey } from '../revisions/index.ts';
import { createPageSections } from './page-sections.ts';
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
import { isSearchable, isSearchResult, type Pages } from './searchable-pages.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'jobs' | 'markdown' | 'shutdown'> & {
  readonly revisions: () => RevisionsService;
};

/** Name of the job that rebuilds the index of a space. */
export const REBUILD_INDEX = jobName<SpaceKey>('search.rebuild');

const BATCH_SIZE = 50;
const MAX_SPACES_TO_REINDEX = 500;
const MAX_WAIT_MS = 5_000;
const MAX_ATTEMPTS = 10;

/** Reads pages and their ancestors, level by level. */
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

/** Maintains the search index, which follows the current revision of each space. */
export const createSearchIndexService = ({
  db,
  transaction,
  jobs,
  markdown,
  shutdown,
  revisions,
}: Dependencies) => {
  const sections = createPageSections({ markdown, revisions });

  /** The index entries of pages; undefined if parsing takes too long. */
  const toIndexed = async (
    organizationId: string,
    pages: readonly (readonly [id: string, page: PageRecord])[],
    { tx, until = Number.POSITIVE_INFINITY }: { tx?: DatabaseTransaction; until?: number } = {},
  ): Promise<readonly IndexedPage[] | undefined> => {
    const bodies = [...new Set(pages.flatMap(([, { body }]) => body ?? []))];
    const found = new Map<string, IndexedPage['sections']>();
    for await (const batch of sections.read(organizationId, bodies, tx)) {
      if (performance.now() > until) return undefined;
      for (const one of batch)
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

  /** The pages to reindex between two snapshots: changed pages, and the descendants of pages whose visibility changed. */
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
    const toggled = changed.filter(
      (id) => before.has(id) && isSearchable(before, id) !== isSearchable(after, id),
    );
    for await (const level of levelsBelow(view, ...toggled)) for (const id of level) touched.add(id);
    const ids = [...touched];
    const now = await withAncestors(view, ids);
    return {
      ids,
      findable: ids.filter((id) => isSearchResult(now, id)).map((id) => [id, now.get(id)!] as const),
    };
  };

  type Changes = Awaited<ReturnType<typeof changesBetween>>;

  /** Indexes changed pages; returns false if that takes too long for a request. */
  const indexChanges = async (
    tx: DatabaseTransaction,
    space: SpaceKey,
    language: string | null,
    { ids, findable }: Changes,
  ): Promise<boolean> => {
    if (findable.length > BATCH_SIZE) return false;
    const until = performance.now() + MAX_WAIT_MS;
    const pages = await toIndexed(space.organization_id, findable, { tx, until });
    if (!pages) return false;
    await replacePages(tx, space, language, ids, pages);
    return true;
  };

  /** Indexes all pages of a snapshot in batches, in the background. */
  const indexSnapshot = async (space: SpaceKey, { root, language }: IndexState): Promise<void> => {
    const [from, to] = ranges.pages;
    const all = new Map(
      (await revisions().view(space.organization_id, root).range(from, to)).map(
        ([key, page]) => [readKey(key).id, page as PageRecord] as const,
      ),
    );
    const findable = [...all.keys()].filter((id) => isSearchResult(all, id));
    await deletePagesExcept(db, space, findable);
    while (findable.length > 0) {
      // The next start continues.
      shutdown.throwIfAborted();
      const some = findable.splice(0, BATCH_SIZE).map((id) => [id, all.get(id)!] as const);
      const pages = await toIndexed(space.organization_id, some);
      await transaction((tx) => replacePages(tx, space, language, [], pages!));
    }
  };

  /** Marks the index as complete, unless the space has changed too much in the meantime. */
  const finish = (space: SpaceKey, indexed: IndexState): Promise<boolean> =>
    transaction(async (tx) => {
      const now = await lockIndexedSpace(tx, space);
      if (!now) return true;
      if (now.language !== indexed.language) return false;
      const changes = await changesBetween(space, indexed.root, now.root, tx);
      if (!(await indexChanges(tx, space, now.language, changes))) return false;
      await setState(tx, space, now);
      return true;
    });

  return {
    cacheSections: sections.cache,

    /** Updates the index of a space in the transaction that moves it to another revision. */
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
      const rebuildLater = () => jobs.enqueue(tx, REBUILD_INDEX, { organization_id, id });
      // The pages of a large copy are not even counted, which would cost as much as reading them.
      if (from === EMPTY_ROOT && (await revisions().merkleMap(organization_id, tx).isLarge(to)))
        return rebuildLater();
      const changes = await changesBetween(space, from, to, tx);
      if ((isNew || state?.language === language) && (await indexChanges(tx, space, language, changes)))
        return setState(tx, space, { root: to, language });
      // Until the job has run, changed pages are not found.
      await replacePages(tx, space, language, changes.ids, []);
      return rebuildLater();
    },

    /** Rebuilds the index of a space, after a copy, an import or a change of its language. */
    rebuild: async (space: SpaceKey): Promise<void> => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const [now, state] = [await findIndexedSpace(db, space), await findState(db, space)];
        if (!now || (state?.root === now.root && state.language === now.language)) return;
        await indexSnapshot(space, now);
        if (await finish(space, now)) return;
      }
      throw new Error('The space changes faster than it can be indexed');
    },

    /** Enqueues the rebuild of all outdated indexes. */
    rebuildOutdated: (): Promise<void> =>
      transaction(async (tx) =>
        jobs.enqueueAll(tx, REBUILD_INDEX, await findSpacesToReindex(tx, MAX_SPACES_TO_REINDEX)),
      ),
  };
};

/** Maintains the search index. */
export type SearchIndexService = ReturnType<typeof createSearchIndexService>;
