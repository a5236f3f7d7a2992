import { EMPTY_ROOT } from '@lectern/document';
import type { PageRequest } from '../../kernel/contract/paging.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SpaceSubject } from '../spaces/index.ts';
import { type FoundSection, foundSections } from './found-sections.ts';
import { nearestNames, type QueryWord, termsOf } from './lookup.ts';
import { readPlaces } from './places.ts';
import { parseQuery, type SearchQuery, wordsInLanguage } from './query.ts';
import { type Alternatives, type Hit, type Match, matchPages } from './rank.ts';
import { findHeadsOf, findVisibleSpaceIds, type SpaceHead } from './search.store.ts';
import type { SpaceHeadsService } from './space-heads.service.ts';
import type { SpaceIndex } from './space-index.ts';
import type { SpaceIndexesService } from './space-indexes.service.ts';
import type { StemsService } from './stems.service.ts';
import type { StoredSectionsService } from './stored-sections.service.ts';

interface Dependencies extends Pick<Kernel, 'db'> {
  readonly revisions: () => RevisionsService;
  readonly indexes: SpaceIndexesService;
  readonly heads: SpaceHeadsService;
  readonly sections: Pick<StoredSectionsService, 'read'>;
  readonly stems: StemsService;
}

const PAGES_PER_SPACE = 5;
const INDEXES_AT_ONCE = 8;

/** A space that is searched. */
interface SearchedSpace {
  readonly organizationId: string;
  readonly id: string;
  readonly index: SpaceIndex;
}

/** A found page, and the space and search that found it. */
interface FoundHit {
  readonly id: string;
  readonly score: number;
  readonly hit: Hit;
  readonly match: Match;
  readonly space: SearchedSpace;
}

/** A found page with its path and matching sections. */
export interface FoundPageWithDetails {
  readonly space_id: string;
  readonly page_id: string;
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly ancestors: { readonly title: string }[];
  readonly score: number;
  /** Whether it was found by its title or description, not only by its sections. */
  readonly is_found_by_own_fields: boolean;
  readonly sections: readonly FoundSection[];
}

/** A space in which pages were found. */
export interface FoundSpace {
  readonly space_id: string;
  readonly title: string;
  readonly score: number;
  readonly pages: readonly FoundPageWithDetails[];
}

interface Ranked {
  readonly id: string;
  readonly score: number;
}

const byScore = (a: Ranked, b: Ranked): number => b.score - a.score || (a.id < b.id ? -1 : 1);

/** The best after a page of results, and one more. */
const pageOf = <One extends Ranked>(
  all: readonly One[],
  { limit, after }: Pick<PageRequest, 'limit' | 'after'>,
): One[] => {
  const last = after && { score: Number(after[0]), id: String(after[1]) };
  const best: One[] = [];
  for (const one of all) {
    if (last && byScore(last, one) >= 0) continue;
    // Most are worse than all of a full page.
    if (best.length > limit && byScore(best[limit]!, one) < 0) continue;
    let at = best.length;
    while (at > 0 && byScore(one, best[at - 1]!) < 0) at--;
    best.splice(at, 0, one);
    if (best.length > limit + 1) best.pop();
  }
  return best;
};

/** How a misspelt word is read: unknown words are corrected first, and known ones only if nothing is found. */
type Correction = (index: SpaceIndex, word: QueryWord) => Alternatives;

const correctUnknown: Correction = ({ segments }, word) => {
  if (segments.some(({ segment }) => termsOf(segment, word).length > 0)) return [word];
  return nearestNames(
    segments.map(({ segment }) => segment),
    word,
  );
};

const correctAll: Correction = ({ segments }, word) => [
  word,
  ...nearestNames(
    segments.map(({ segment }) => segment),
    word,
  ),
];

/** Searches pages in the indexes of their spaces. */
export const createSearchService = ({ db, revisions, indexes, heads, sections, stems }: Dependencies) => {
  const byLanguage = (spaces: readonly SearchedSpace[]): Map<string | null, SearchedSpace[]> => {
    const groups = new Map<string | null, SearchedSpace[]>();
    for (const space of spaces) {
      const group = groups.get(space.index.language);
      if (group) group.push(space);
      else groups.set(space.index.language, [space]);
    }
    return groups;
  };

  /** The pages of spaces that match a query as it is written. */
  const findHits = async (spaces: readonly SearchedSpace[], query: SearchQuery): Promise<FoundHit[]> => {
    const found: FoundHit[] = [];
    for (const [language, group] of byLanguage(spaces)) {
      const words = await wordsInLanguage(query, language, stems);
      const spaceOf = new Map(
        group.flatMap((space) => space.index.segments.map(({ segment }) => [segment, space] as const)),
      );
      const match = matchPages(
        group.flatMap(({ index }) => index.segments),
        words.map((word) => [word]),
        query.length,
      );
      for (const hit of match.hits)
        found.push({ id: hit.id, score: hit.score, hit, match, space: spaceOf.get(hit.segment)! });
    }
    return found;
  };

  /** The same with misspelt words corrected, in each space by its own titles and headings. */
  const findCorrected = async (
    spaces: readonly SearchedSpace[],
    query: SearchQuery,
    correct: Correction,
  ): Promise<FoundHit[]> => {
    const found: FoundHit[] = [];
    for (const [language, group] of byLanguage(spaces)) {
      const words = await wordsInLanguage(query, language, stems);
      for (const space of group) {
        const match = matchPages(
          space.index.segments,
          words.map((word) => correct(space.index, word)),
          query.length,
        );
        for (const hit of match.hits) found.push({ id: hit.id, score: hit.score, hit, match, space });
      }
    }
    return found;
  };

  /** The pages that a reader may see and that match a query; if there are none, with misspelt words corrected. */
  const findPages = async (
    spaces: readonly SearchedSpace[],
    query: SearchQuery,
    visible: (found: readonly FoundHit[]) => Promise<readonly FoundHit[]>,
  ): Promise<readonly FoundHit[]> => {
    const written = await visible(await findHits(spaces, query));
    if (written.length > 0 || query.unspacedText !== undefined) return written;
    const unknown = await visible(await findCorrected(spaces, query, correctUnknown));
    if (unknown.length > 0) return unknown;
    return visible(await findCorrected(spaces, query, correctAll));
  };

  /** Found pages with what is shown of them. */
  const withDetails = async (
    found: readonly FoundHit[],
    query: SearchQuery,
  ): Promise<FoundPageWithDetails[]> => {
    if (found.length === 0) return [];
    const bySpace = new Map<SearchedSpace, string[]>();
    for (const { hit, space } of found) {
      const ids = bySpace.get(space);
      if (ids) ids.push(hit.id);
      else bySpace.set(space, [hit.id]);
    }
    for (const [{ organizationId, index }, ids] of bySpace)
      await readPlaces(revisions().view(organizationId, index.root), index.places, ids);
    const bodies = found.flatMap(({ hit }) => hit.segment.bodies[hit.page] ?? []);
    const texts = await sections.read(found[0]!.space.organizationId, bodies, { areShown: true });
    return found.flatMap(({ hit, match, space }) => {
      const place = space.index.places.get(hit.id);
      if (!place) return [];
      const own = texts.get(hit.segment.bodies[hit.page] ?? '') ?? [];
      return [
        {
          space_id: space.id,
          page_id: hit.id,
          ...place,
          score: hit.score,
          is_found_by_own_fields: hit.isFoundByOwnFields,
          sections: foundSections(match, hit, own, query),
        },
      ];
    });
  };

  const openSpaces = async (organizationId: string, all: readonly SpaceHead[]): Promise<SearchedSpace[]> => {
    const opened: SearchedSpace[] = [];
    const missing: SpaceHead[] = [];
    const keyOf = ({ id, root, language }: SpaceHead) => ({
      organization_id: organizationId,
      id,
      root,
      language,
    });
    for (const head of all) {
      const index = indexes.peek(keyOf(head));
      if (index) opened.push({ organizationId, id: head.id, index });
      else missing.push(head);
    }
    while (missing.length > 0)
      opened.push(
        ...(await Promise.all(
          missing.splice(0, INDEXES_AT_ONCE).map(async (head) => ({
            organizationId,
            id: head.id,
            index: await indexes.at(keyOf(head)),
          })),
        )),
      );
    return opened;
  };

  /** Searches spaces; returns the best pages of each. */
  const inHeads = async (
    organizationId: string,
    all: readonly SpaceHead[],
    text: string,
    page: Pick<PageRequest, 'limit' | 'after'>,
    pagesPerSpace: number,
    visible: (found: readonly FoundHit[]) => Promise<readonly FoundHit[]>,
  ): Promise<{ rows: FoundSpace[]; count: number }> => {
    const query = parseQuery(text);
    if (query.words.length === 0) return { rows: [], count: 0 };
    const spaces = await openSpaces(organizationId, all);
    const bySpace = new Map<string, { id: string; score: number; found: FoundHit[] }>();
    for (const one of await findPages(spaces, query, visible)) {
      const { id } = one.space;
      const known = bySpace.get(id);
      if (!known) bySpace.set(id, { id, score: one.hit.score, found: [one] });
      else {
        known.found.push(one);
        known.score = Math.max(known.score, one.hit.score);
      }
    }
    const shown = pageOf([...bySpace.values()], page).map((space) => ({
      ...space,
      found: space.found.sort(byScore).slice(0, pagesPerSpace),
    }));
    const pages = await withDetails(
      shown.flatMap(({ found }) => found),
      query,
    );
    const titles = new Map(all.map(({ id, title }) => [id, title]));
    const rows = shown.map(({ id, score }) => ({
      space_id: id,
      title: titles.get(id)!,
      score,
      pages: pages.filter(({ space_id }) => space_id === id),
    }));
    return { rows, count: bySpace.size };
  };

  return {
    inSpace: async (space: SpaceSubject, text: string, page: PageRequest) => {
      const query = parseQuery(text);
      const { organization_id: organizationId, id, language } = space;
      const head = await revisions().find(space, space.revision_id);
      const index = await indexes.at({
        organization_id: organizationId,
        id,
        root: head?.root ?? EMPTY_ROOT,
        language,
      });
      const incomplete = index.missing.size > 0;
      if (query.words.length === 0) return { rows: [], count: 0, incomplete };
      const found = await findPages([{ organizationId, id, index }], query, async (hits) => hits);
      const shown = pageOf(found, page);
      return { rows: await withDetails(shown, query), count: found.length, incomplete };
    },

    inOrganization: async (organizationId: string, readerId: string, text: string, page: PageRequest) =>
      inHeads(organizationId, await heads.of(organizationId), text, page, PAGES_PER_SPACE, async (found) => {
        if (found.length === 0) return found;
        const ids = [...new Set(found.map(({ space }) => space.id))];
        const visible = await findVisibleSpaceIds(db, organizationId, readerId, ids);
        return found.filter(({ space }) => visible.has(space.id));
      }),

    /** Searches some spaces of an organization. */
    inSpaces: async (
      organizationId: string,
      ids: readonly string[],
      text: string,
      page: Pick<PageRequest, 'limit' | 'after'>,
      pagesPerSpace = PAGES_PER_SPACE,
    ) =>
      inHeads(
        organizationId,
        ids.length === 0 ? [] : await findHeadsOf(db, organizationId, ids),
        text,
        page,
        pagesPerSpace,
        async (found) => found,
      ),
  };
};

/** Searches pages. */
export type SearchService = ReturnType<typeof createSearchService>;
