import { type PageRecord, readKey, readPage } from '@lectern/document';
import { LRUCache } from 'lru-cache';
import type { PageRequest } from '../../../kernel/contract/paging.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { RevisionsService, SpaceKey } from '../../revisions/index.ts';
import {
  findRoots,
  listEdits,
  listRevisions,
  listRevisionsWithRoots,
  type PastRevision,
  type RevisionFilter,
} from './history.store.ts';
import { type ChangedPage, pageChange } from './page-change.ts';

interface Dependencies extends Pick<Kernel, 'db'> {
  readonly revisions: Pick<RevisionsService, 'view' | 'merkleMap' | 'emptyRoot'>;
}

/** Revisions of a page, and the last revision that was looked at if there may be more. */
export interface PageHistory {
  readonly rows: readonly PastRevision[];
  readonly next: string | undefined;
}

/** The pages that a revision changed: how many, and some of them. */
export interface ChangedPages {
  readonly count: number;
  readonly items: ChangedPage[];
}

const NAMED_PAGES = 5;
const CACHED_COMPARISONS = 5000;
const BATCH = 100;
// Bounds the time of a request for a page that rarely changes.
const MAX_BATCHES = 10;

/** The pages to name: of each kind of change at least one, so that no kind is left out. */
const namedPages = (pages: readonly ChangedPage[]): ChangedPage[] => {
  const firsts = new Map(pages.toReversed().map((page) => [page.change, page]));
  return [...new Set([...firsts.values(), ...pages])].slice(0, NAMED_PAGES);
};

/** Lists the revisions of spaces and of change requests. */
export const createHistoryService = ({ db, revisions }: Dependencies) => {
  // Snapshots never change.
  const comparisons = new LRUCache<string, ChangedPages>({ max: CACHED_COMPARISONS });
  const compare = async (organizationId: string, before: string, after: string): Promise<ChangedPages> => {
    const key = `${organizationId}/${before}/${after}`;
    const known = comparisons.get(key);
    if (known) return known;
    const differences = await revisions.merkleMap(organizationId).diff(before, after);
    const pages = differences.flatMap(({ key: name, before: was, after: is }) => {
      const { kind, id } = readKey(name);
      if (kind !== 'p') return [];
      return pageChange(id, was as PageRecord | undefined, is as PageRecord | undefined) ?? [];
    });
    const changed = { count: pages.length, items: namedPages(pages) };
    comparisons.set(key, changed);
    return changed;
  };

  /** The revisions of a batch that changed a page, each compared with the revision before it. */
  const changesIn = async (
    space: SpaceKey,
    pageId: string,
    batch: readonly (PastRevision & { readonly root: string })[],
  ): Promise<PastRevision[]> => {
    const records = await Promise.all(
      batch.map(async ({ root }) =>
        JSON.stringify(await readPage(revisions.view(space.organization_id, root), pageId)),
      ),
    );
    return batch.slice(0, BATCH).filter((_, at) => records[at] !== records[at + 1]);
  };

  return {
    /** The spaces and change requests that a user edited last. */
    ofUser: (organizationId: string, userId: string, limit: number) =>
      listEdits(db, organizationId, userId, limit),

    ofSpace: (space: SpaceKey, filter: RevisionFilter, page: PageRequest) =>
      listRevisions(db, space, undefined, filter, page),

    ofChangeRequest: (space: SpaceKey, changeRequestId: string, filter: RevisionFilter, page: PageRequest) =>
      listRevisions(db, space, changeRequestId, filter, page),

    /** The pages that revisions of a space changed, by revision. */
    changedPages: async (
      space: SpaceKey,
      rows: readonly PastRevision[],
    ): Promise<ReadonlyMap<string, ChangedPages>> => {
      const roots = await findRoots(db, space, [
        ...new Set(rows.flatMap(({ id, parents }) => [id, ...parents.slice(0, 1)])),
      ]);
      const { emptyRoot } = revisions;
      const found = rows.map(async ({ id, parents: [parent = ''] }) => {
        const [before, after] = [roots.get(parent) ?? emptyRoot, roots.get(id) ?? emptyRoot];
        return [id, await compare(space.organization_id, before, after)] as const;
      });
      return new Map(await Promise.all(found));
    },

    /** The revisions of a space that changed a page, newest first. */
    ofPage: async (
      space: SpaceKey,
      pageId: string,
      { type, createdBy }: RevisionFilter,
      { limit, after }: PageRequest,
    ): Promise<PageHistory> => {
      const isListed = (revision: PastRevision) =>
        (type === undefined || revision.type === type) &&
        (createdBy === undefined ||
          [revision.creator, ...revision.others].some(({ id }) => id === createdBy));
      const rows: PastRevision[] = [];
      let last = after && String(after[0]);
      for (let batches = 0; batches < MAX_BATCHES; batches++) {
        const batch = await listRevisionsWithRoots(db, space, last, BATCH + 1);
        rows.push(...(await changesIn(space, pageId, batch)).filter(isListed));
        if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1]!.id };
        if (batch.length <= BATCH) return { rows, next: undefined };
        last = batch[BATCH - 1]!.id;
      }
      return { rows, next: last };
    },
  };
};

/** Lists the revisions of spaces and of change requests. */
export type HistoryService = ReturnType<typeof createHistoryService>;
