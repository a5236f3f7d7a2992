import { EMPTY_ROOT, type Section } from '@lectern/document';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { jobName } from '../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { HeadMove, RevisionsService, SpaceKey } from '../revisions/index.ts';
import type { PageSections } from './page-sections.ts';
import type { SectionsOfBody } from './search-bodies.store.ts';
import { bodiesOf, changesBetween, findablePages } from './snapshot-pages.ts';
import type { StoredSectionsService } from './stored-sections.service.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'jobs' | 'shutdown'> {
  readonly revisions: () => RevisionsService;
  readonly pageSections: Pick<PageSections, 'cache'>;
  readonly sections: Pick<StoredSectionsService, 'store'>;
}

/** Name of the job that stores the sections of a space. */
export const REBUILD_INDEX = jobName<SpaceKey>('search.rebuild');

const BATCH_SIZE = 50;
const MAX_WAIT_MS = 5_000;

/** Stores the searchable sections of the bodies of spaces. */
export const createSearchIndexService = ({
  db,
  transaction,
  jobs,
  shutdown,
  revisions,
  pageSections,
  sections,
}: Dependencies) => {
  const storeLater = (tx: DatabaseTransaction, { organization_id, id }: SpaceKey) =>
    jobs.enqueue(tx, REBUILD_INDEX, { organization_id, id });

  const parsed = new WeakMap<DatabaseTransaction, Map<string, readonly Section[]>>();

  return {
    cacheSections: pageSections.cache,

    /** Keeps the sections of bodies that a transaction writes and that are parsed, so that they are not parsed again. */
    noteSections: (tx: DatabaseTransaction, found: readonly SectionsOfBody[]): void => {
      const known = parsed.get(tx) ?? new Map();
      for (const { body, sections } of found) known.set(body, sections);
      parsed.set(tx, known);
    },

    /** Stores the sections of changed pages in the transaction that moves spaces to other revisions. */
    onHeadsMoved: async (
      tx: DatabaseTransaction,
      organizationId: string,
      moves: readonly HeadMove[],
    ): Promise<void> => {
      const map = revisions().merkleMap(organizationId, tx);
      const later = (id: string) => storeLater(tx, { organization_id: organizationId, id });
      const changed = new Map<string, readonly string[]>();
      for (const { spaceId, from, to } of moves) {
        // The pages of a large copy are not even counted, which would cost as much as reading them.
        const isLarge = from === EMPTY_ROOT && (await map.isLarge(to));
        const bodies = isLarge ? [] : bodiesOf((await changesBetween(map, from, to)).findable);
        if (isLarge || bodies.length > BATCH_SIZE) await later(spaceId);
        else changed.set(spaceId, bodies);
      }
      const bodies = [...new Set([...changed.values()].flat())];
      const until = performance.now() + MAX_WAIT_MS;
      const known = parsed.get(tx);
      if (!(await sections.store(organizationId, bodies, { executor: tx, until, known })))
        for (const spaceId of changed.keys()) await later(spaceId);
    },

    /** Stores the sections of a space that are missing, after a copy, an import or an update of the program. */
    rebuild: async ({ organization_id, id }: SpaceKey): Promise<void> => {
      const root = (await revisions().headRoots(organization_id, [id])).get(id);
      if (root === undefined || root === EMPTY_ROOT) return;
      const bodies = bodiesOf(await findablePages(revisions().view(organization_id, root)));
      while (bodies.length > 0) {
        // The next start continues.
        shutdown.throwIfAborted();
        await sections.store(organization_id, bodies.splice(0, BATCH_SIZE), { executor: db });
      }
    },

    /** Stores the missing sections of a space in the background. */
    rebuildLater: (space: SpaceKey): Promise<void> => transaction((tx) => storeLater(tx, space)),
  };
};

/** Stores the searchable sections of spaces. */
export type SearchIndexService = ReturnType<typeof createSearchIndexService>;
