import type { Section, SectionCode, SectionItem, SectionTable } from '@lectern/document';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import { readPlaces } from '../places.ts';
import { findHeadsOf, findVisibleSpaceIds } from '../search.store.ts';
import type { SpaceHeadsService } from '../space-heads.service.ts';
import type { SpaceIndex } from '../space-index.ts';
import type { SpaceIndexesService } from '../space-indexes.service.ts';
import type { StemsService } from '../stems.service.ts';
import type { StoredSectionsService } from '../stored-sections.service.ts';
import type { AskedSpace } from './asked-space.ts';
import { findPassages, type RankedPassage } from './find-passages.ts';
import { questionWords } from './question-words.ts';
import type { ReadableIndex, ReadableIndexService } from './readable-index.service.ts';
import type { SectionVectorsService } from './section-vectors.service.ts';

/** A section that may answer a question. */
export interface Passage {
  readonly space: AskedSpace;
  readonly page: string;
  readonly title: string;
  readonly path: string;
  readonly ancestors: readonly { readonly title: string }[];
  readonly anchor: string | undefined;
  /** Empty for the part before the first heading. */
  readonly heading: string;
  readonly text: string;
  /** The tables in its text. */
  readonly tables: readonly SectionTable[];
  /** The code in its text. */
  readonly codes: readonly SectionCode[];
  /** The items of lists in its text. */
  readonly items: readonly SectionItem[];
  readonly score: number;
  /** How much of what the words of the question tell is in it, from 0 to 1. */
  readonly coverage: number;
}

/** A page with its headings. */
export interface NamedPage {
  readonly title: string;
  readonly headings: readonly string[];
}

interface Dependencies extends Pick<Kernel, 'db'> {
  readonly issues: Pick<Kernel['issues'], 'textVector'>;
  readonly vectors: Pick<SectionVectorsService, 'of'>;
  readonly revisions: () => RevisionsService;
  readonly indexes: SpaceIndexesService;
  readonly heads: SpaceHeadsService;
  readonly sections: Pick<StoredSectionsService, 'read'>;
  readonly stems: StemsService;
  readonly readable: ReadableIndexService;
}

interface OpenedSpace {
  readonly space: AskedSpace;
  readonly index: SpaceIndex;
  readonly readable: ReadableIndex;
}

const INDEXES_AT_ONCE = 8;

/** Finds the sections of pages that may answer a question, among those that the asker may read. */
export const createPassagesService = ({
  db,
  revisions,
  indexes,
  heads,
  sections,
  stems,
  readable,
  issues,
  vectors,
}: Dependencies) => {
  const open = async (organizationId: string, space: AskedSpace): Promise<OpenedSpace> => {
    const { id, root, language } = space;
    const index = await indexes.at({ organization_id: organizationId, id, root, language });
    const stemsOf = (words: readonly string[]) => stems.of(language, words);
    return { space, index, readable: await readable.of(organizationId, space, index, stemsOf) };
  };

  const openAll = async (organizationId: string, spaces: readonly AskedSpace[]): Promise<OpenedSpace[]> => {
    const opened: OpenedSpace[] = [];
    for (let from = 0; from < spaces.length; from += INDEXES_AT_ONCE)
      opened.push(
        ...(await Promise.all(
          spaces.slice(from, from + INDEXES_AT_ONCE).map((space) => open(organizationId, space)),
        )),
      );
    return opened;
  };

  /** The sections of found pages, by page. */
  const textsOf = async (
    organizationId: string,
    { readable: { texts } }: OpenedSpace,
    found: readonly { readonly id: string; readonly body: string | undefined }[],
  ): Promise<ReadonlyMap<string, readonly Section[]>> => {
    const stored = await sections.read(
      organizationId,
      found.flatMap(({ id, body }) => (texts.has(id) ? [] : (body ?? []))),
      { areShown: true },
    );
    return new Map(found.map(({ id, body }) => [id, texts.get(id) ?? stored.get(body ?? '') ?? []]));
  };

  const withTexts = async (
    organizationId: string,
    opened: OpenedSpace,
    hits: readonly RankedPassage[],
  ): Promise<Map<RankedPassage, Passage>> => {
    const { space, index } = opened;
    const pages = new Map(
      hits.map(({ segment, page }) => [segment.pageIds[page]!, segment.bodies[page]] as const),
    );
    await readPlaces(revisions().view(organizationId, index.root), index.places, [...pages.keys()]);
    const texts = await textsOf(
      organizationId,
      opened,
      [...pages].map(([id, body]) => ({ id, body })),
    );
    const passages = new Map<RankedPassage, Passage>();
    for (const hit of hits) {
      const { segment, page, section, score, coverage } = hit;
      const id = segment.pageIds[page]!;
      const place = index.places.get(id);
      const found = texts.get(id)?.[section];
      if (!place || !found) continue;
      passages.set(hit, {
        space,
        page: id,
        title: place.title,
        path: place.path,
        ancestors: place.ancestors,
        anchor: found.id,
        heading: found.title ?? '',
        text: found.body,
        tables: found.tables ?? [],
        codes: found.codes ?? [],
        items: found.items ?? [],
        score,
        coverage,
      });
    }
    return passages;
  };

  return {
    /** The spaces of an organization that a member may view. */
    spacesOf: async (organizationId: string, readerId: string): Promise<AskedSpace[]> => {
      const all = await heads.of(organizationId);
      const ids = all.map(({ id }) => id);
      const visible = await findVisibleSpaceIds(db, organizationId, readerId, ids);
      return all.filter(({ id }) => visible.has(id));
    },

    /** Some spaces of an organization, whose permission is checked. */
    spacesWith: async (organizationId: string, ids: readonly string[]): Promise<AskedSpace[]> =>
      ids.length === 0 ? [] : findHeadsOf(db, organizationId, ids),

    /** The best passages for a question, in spaces of an organization. */
    find: async (
      organizationId: string,
      spaces: readonly AskedSpace[],
      question: string,
      limit: number,
    ): Promise<Passage[]> => {
      const opened = await openAll(organizationId, spaces);
      const hits: { readonly hit: RankedPassage; readonly from: OpenedSpace }[] = [];
      for (const language of new Set(spaces.map((space) => space.language))) {
        const own = opened.filter(({ space }) => space.language === language);
        const words = await questionWords(question, language, stems);
        const from = new Map(
          own.flatMap((one) => one.readable.segments.map(({ segment }) => [segment, one] as const)),
        );
        const segments = await Promise.all(
          own
            .flatMap((one) => one.readable.segments)
            .map(async (one) => ({ ...one, vectors: await vectors.of(organizationId, one.segment) })),
        );
        const vector = issues.textVector(question);
        for (const hit of findPassages(segments, { words, vector }, limit))
          hits.push({ hit, from: from.get(hit.segment)! });
      }
      const best = hits.sort((a, b) => b.hit.score - a.hit.score).slice(0, limit);
      const found = new Map<RankedPassage, Passage>();
      for (const from of new Set(best.map((one) => one.from))) {
        const own = best.filter((one) => one.from === from).map(({ hit }) => hit);
        for (const [hit, passage] of await withTexts(organizationId, from, own)) found.set(hit, passage);
      }
      return best.flatMap(({ hit }) => found.get(hit) ?? []);
    },

    /** Some pages that may be read, with their headings. */
    names: async (
      organizationId: string,
      spaces: readonly AskedSpace[],
      limit: number,
    ): Promise<NamedPage[]> => {
      const named: NamedPage[] = [];
      for (const space of spaces) {
        if (named.length >= limit) break;
        const opened = await open(organizationId, space);
        const pages = opened.readable.segments
          .flatMap(({ segment, live }) =>
            segment.pageIds.flatMap((id, page) =>
              live === undefined || live[page] === 1 ? [{ id, body: segment.bodies[page] }] : [],
            ),
          )
          .slice(0, limit - named.length);
        const ids = pages.map(({ id }) => id);
        await readPlaces(revisions().view(organizationId, opened.index.root), opened.index.places, ids);
        const texts = await textsOf(organizationId, opened, pages);
        for (const id of ids) {
          const place = opened.index.places.get(id);
          if (place)
            named.push({
              title: place.title,
              headings: (texts.get(id) ?? []).flatMap(({ title }) => title ?? []),
            });
        }
      }
      return named;
    },
  };
};

/** Finds the sections of pages that may answer a question. */
export type PassagesService = ReturnType<typeof createPassagesService>;
