import type { Section } from '@lectern/document';
import { LRUCache } from 'lru-cache';
import type { RevisionsService } from '../../revisions/index.ts';
import { readPlaces } from '../places.ts';
import type { LiveSegment } from '../rank.ts';
import { createSegmentBuilder, type Segment, type StemsOf } from '../segment.ts';
import type { SpaceIndex } from '../space-index.ts';
import type { AskedSpace } from './asked-space.ts';

interface Dependencies {
  readonly revisions: () => RevisionsService;
}

/** The part of an index that an asker may read. */
export interface ReadableIndex {
  readonly segments: readonly LiveSegment[];
  /** The texts of pages that are not as stored, by page. */
  readonly texts: ReadonlyMap<string, readonly Section[]>;
}

const CACHED_AUDIENCES = 200;
const NO_TEXTS: ReadableIndex['texts'] = new Map();

/** Reduces indexes to what an audience may read, before anything is looked up in them. */
export const createReadableIndexService = ({ revisions }: Dependencies) => {
  const known = new LRUCache<
    string,
    { readonly index: SpaceIndex; readonly readable: Promise<ReadableIndex> }
  >({
    max: CACHED_AUDIENCES,
  });

  const build = async (
    organizationId: string,
    { audience }: AskedSpace,
    index: SpaceIndex,
    stemsOf: StemsOf,
  ): Promise<ReadableIndex> => {
    const own: string[] = [];
    const segments = index.segments.map(({ segment, live }): LiveSegment => {
      const readable = new Uint8Array(segment.pageIds.length);
      let count = 0;
      for (const [page, id] of segment.pageIds.entries()) {
        if ((live !== undefined && live[page] === 0) || !audience!.pages.has(id)) continue;
        if (segment.conditional[page]) own.push(id);
        else {
          readable[page] = 1;
          count++;
        }
      }
      return { segment, live: readable, count };
    });
    if (own.length === 0) return { segments, texts: NO_TEXTS };
    const texts = await audience!.sectionsOf(own);
    await readPlaces(revisions().view(organizationId, index.root), index.places, own);
    const builder = createSegmentBuilder();
    for (const id of own) {
      const place = index.places.get(id);
      const sections = texts.get(id);
      if (place && sections) builder.add({ ...place, id, body: undefined, sections });
    }
    const segment: Segment = await builder.build(stemsOf);
    return { segments: [...segments, { segment, live: undefined, count: segment.pageIds.length }], texts };
  };

  return {
    of: async (
      organizationId: string,
      space: AskedSpace,
      index: SpaceIndex,
      stemsOf: StemsOf,
    ): Promise<ReadableIndex> => {
      if (!space.audience) return { segments: index.segments, texts: NO_TEXTS };
      const key = JSON.stringify([organizationId, space.id, index.root, space.audience.key]);
      const cached = known.get(key);
      // An index without some texts is followed by one with them, for the same snapshot.
      if (cached?.index === index) return cached.readable;
      const readable = build(organizationId, space, index, stemsOf);
      known.set(key, { index, readable });
      readable.catch(() => known.delete(key));
      return readable;
    },
  };
};

/** Reduces indexes to what an audience may read. */
export type ReadableIndexService = ReturnType<typeof createReadableIndexService>;
