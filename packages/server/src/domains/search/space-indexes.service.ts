import { EMPTY_ROOT } from '@lectern/document';
import { LRUCache } from 'lru-cache';
import type { RevisionsService, SpaceKey } from '../revisions/index.ts';
import { createSegmentBuilder, type Segment } from './segment.ts';
import { changesBetween, findablePages, type PageEntry, withAncestors } from './snapshot-pages.ts';
import { allLive, bytesOf, pagesIn, type SpaceIndex, segmentsToMerge, withoutPages } from './space-index.ts';
import type { StemsService } from './stems.service.ts';
import type { StoredSectionsService } from './stored-sections.service.ts';

interface Dependencies {
  readonly revisions: () => RevisionsService;
  readonly sections: Pick<StoredSectionsService, 'read' | 'store'>;
  readonly stems: StemsService;
  /** Called when pages of a space have no sections yet. */
  readonly onIncomplete: (space: SpaceKey) => Promise<void>;
}

/** A snapshot of a space in a language. */
export interface IndexedSnapshot extends SpaceKey {
  readonly root: string;
  readonly language: string | null;
}

const MAX_BYTES = 256 * 1024 * 1024;
// Indexes that nobody searches are given back; making one again takes some tens of milliseconds for a thousand pages.
const IDLE_MS = 60_000;
const CHECK_MS = 15_000;
const PAGES_AT_ONCE = 100;
/** As many pages are indexed by the search that misses them, in at most this time. */
const FEW_BODIES = 50;
const MAX_WAIT_MS = 2_000;

/** Keeps the indexes of the spaces that are searched, each for a snapshot. Any process can make them from the database. */
export const createSpaceIndexesService = ({ revisions, sections, stems, onIncomplete }: Dependencies) => {
  const known = new LRUCache<string, SpaceIndex>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
    ttl: IDLE_MS,
    updateAgeOnGet: true,
  });
  const pending = new Map<string, Promise<SpaceIndex>>();
  let isChecking = false;
  const giveBackIdle = (): void => {
    isChecking = false;
    known.purgeStale();
    if (known.size > 0) checkLater();
    else stems.clear();
  };
  const checkLater = (): void => {
    if (!isChecking) setTimeout(giveBackIdle, CHECK_MS).unref();
    isChecking = true;
  };

  /** A segment of pages; undefined without pages. Pages without sections are added to `missing`. */
  const segmentOf = async (
    { organization_id, language }: IndexedSnapshot,
    pages: readonly PageEntry[],
    missing: Map<string, string>,
  ): Promise<Segment | undefined> => {
    if (pages.length === 0) return undefined;
    const builder = createSegmentBuilder();
    for (let from = 0; from < pages.length; from += PAGES_AT_ONCE) {
      const some = pages.slice(from, from + PAGES_AT_ONCE);
      const found = await sections.read(
        organization_id,
        some.flatMap(([, { body }]) => body ?? []),
        { areShown: false },
      );
      for (const [id, { title, description = '', body }] of some) {
        const own = body === undefined ? [] : found.get(body);
        if (!own) missing.set(id, body!);
        builder.add({ id, title, description, body, sections: own ?? [] });
      }
    }
    return builder.build((words) => stems.of(language, words));
  };

  const toIndex = (
    { root, language }: IndexedSnapshot,
    segments: SpaceIndex['segments'],
    missing: ReadonlyMap<string, string>,
  ): SpaceIndex => ({ root, language, segments, missing, places: new Map(), bytes: bytesOf(segments) });

  const build = async (snapshot: IndexedSnapshot): Promise<SpaceIndex> => {
    const missing = new Map<string, string>();
    const pages =
      snapshot.root === EMPTY_ROOT
        ? []
        : await findablePages(revisions().view(snapshot.organization_id, snapshot.root));
    const segment = await segmentOf(snapshot, pages, missing);
    return toIndex(snapshot, segment ? [allLive(segment)] : [], missing);
  };

  /** The index with some pages replaced by their present state. */
  const update = async (
    index: SpaceIndex,
    snapshot: IndexedSnapshot,
    ids: readonly string[],
    findable: readonly PageEntry[],
  ): Promise<SpaceIndex> => {
    const missing = new Map(index.missing);
    for (const id of ids) missing.delete(id);
    const rest = withoutPages(index.segments, new Set(ids));
    const merged = segmentsToMerge(rest, findable.length);
    const again = pagesIn(merged);
    const records = await withAncestors(revisions().view(snapshot.organization_id, snapshot.root), again);
    const pages = [...findable, ...again.map((id) => [id, records.get(id)!] as const)];
    const segment = await segmentOf(snapshot, pages, missing);
    const kept = rest.filter((one) => !merged.has(one));
    return toIndex(snapshot, segment ? [...kept, allLive(segment)] : kept, missing);
  };

  const follow = async (index: SpaceIndex, snapshot: IndexedSnapshot): Promise<SpaceIndex> => {
    const map = revisions().merkleMap(snapshot.organization_id);
    const { ids, findable } = await changesBetween(map, index.root, snapshot.root);
    return update(index, snapshot, ids, findable);
  };

  /** Stores the missing sections of a few pages; those of many are stored in the background. */
  const complete = async (
    index: SpaceIndex,
    snapshot: IndexedSnapshot,
    { isNew }: { readonly isNew: boolean },
  ): Promise<SpaceIndex> => {
    const bodies = [...new Set(index.missing.values())];
    const isFew = bodies.length <= FEW_BODIES;
    const isStored =
      isFew &&
      (await sections.store(snapshot.organization_id, bodies, { until: performance.now() + MAX_WAIT_MS }));
    if (!isStored && isNew)
      await onIncomplete({ organization_id: snapshot.organization_id, id: snapshot.id });
    const found = await sections.read(snapshot.organization_id, bodies, { areShown: false });
    const ids = [...index.missing].flatMap(([id, body]) => (found.has(body) ? [id] : []));
    if (ids.length === 0) return index;
    const records = await withAncestors(revisions().view(snapshot.organization_id, snapshot.root), ids);
    return update(
      index,
      snapshot,
      ids,
      ids.map((id) => [id, records.get(id)!] as const),
    );
  };

  const isCurrent = (
    index: SpaceIndex | undefined,
    { root, language }: IndexedSnapshot,
  ): index is SpaceIndex => index?.root === root && index.language === language && index.missing.size === 0;

  const load = async (snapshot: IndexedSnapshot, key: string): Promise<SpaceIndex> => {
    const before = known.get(key);
    const index =
      before?.language !== snapshot.language
        ? await build(snapshot)
        : before.root === snapshot.root
          ? before
          : await follow(before, snapshot);
    const made =
      index.missing.size > 0 ? await complete(index, snapshot, { isNew: index !== before }) : index;
    known.set(key, made);
    checkLater();
    return made;
  };

  return {
    /** The index of a snapshot if it is in memory. */
    peek: (snapshot: IndexedSnapshot): SpaceIndex | undefined => {
      const index = known.get(`${snapshot.organization_id}/${snapshot.id}`);
      return isCurrent(index, snapshot) ? index : undefined;
    },

    /** The index of a snapshot, made from that of the snapshot before if there is one. */
    at: async (snapshot: IndexedSnapshot): Promise<SpaceIndex> => {
      const key = `${snapshot.organization_id}/${snapshot.id}`;
      for (;;) {
        const running = pending.get(key);
        if (!running) break;
        const made = await running.catch(() => undefined);
        if (made && made.root === snapshot.root && made.language === snapshot.language) return made;
      }
      const index = known.get(key);
      if (isCurrent(index, snapshot)) return index;
      const loading = load(snapshot, key).finally(() => pending.delete(key));
      pending.set(key, loading);
      return loading;
    },
  };
};

/** Keeps the indexes of spaces. */
export type SpaceIndexesService = ReturnType<typeof createSpaceIndexesService>;
