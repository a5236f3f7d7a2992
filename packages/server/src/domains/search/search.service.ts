import { EMPTY_ROOT, lineageOf, pathOf, type SnapshotView } from '@lectern/document';
import type { PageRequest } from '../../kernel/contract/paging.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { RevisionsService, SpaceKey } from '../revisions/index.ts';
import type { SpaceSubject } from '../spaces/index.ts';
import { excerptOf, markAll, wordMatches } from './excerpt.ts';
import {
  type FoundPage,
  type FoundSection,
  findConfigurations,
  findSections,
  findVisibleSpaceIds,
  type SearchQuery,
  searchSpace,
  searchSpaces,
} from './search.store.ts';
import { findState } from './search-index.store.ts';
import { isSearchResult } from './searchable-pages.ts';
import { findUnknownWords } from './spelling.store.ts';
import { correctWord, isCorrectable } from './spelling.ts';
import { configurationOf } from './text-search-configuration.ts';
import { unspacedTextIn, wordsIn } from './tokenize.ts';

type Dependencies = Pick<Kernel, 'db'> & { readonly revisions: () => RevisionsService };

const SECTIONS_PER_PAGE = 3;
const PAGES_PER_SPACE = 5;
const MAX_WORDS = 16;
const MAX_TEXT_LENGTH = 100;
// Similar words of many words would take too long to find.
const MAX_CORRECTED_WORDS = 3;

const parseQuery = (text: string): SearchQuery => ({
  text: text.slice(0, MAX_TEXT_LENGTH),
  words: wordsIn(text).slice(0, MAX_WORDS),
  unspacedText: unspacedTextIn(text),
});

/** The spaces of a search, and the text search configurations of their languages. */
interface SearchedSpaces {
  readonly organizationId: string;
  readonly spaceIds: readonly string[];
  readonly configurations: readonly string[];
}

/** Searches pages in the index. */
export const createSearchService = ({ db, revisions }: Dependencies) => {
  return {
    inSpace: async (space: SpaceSubject, text: string, page: PageRequest) => {
      const query = parseQuery(text);
      const head = await revisions().find(space, space.revision_id);
      const state = await findState(db, space);
      const isComplete = state?.root === head?.root && state?.language === space.language;
      const incomplete = head?.root !== EMPTY_ROOT && !isComplete;
      if (query.words.length === 0 || !head) return { rows: [], count: 0, incomplete };
      // In the language of the index, which may still be the previous one.
      const language = state ? state.language : space.language;
      const configurations = [configurationOf(language)];
      const { found, meant } = await searchCorrected(
        { organizationId: space.organization_id, spaceIds: [space.id], configurations },
        query,
        (searched) => searchSpace(db, { ...space, language }, searched, page),
      );
      const rows = await withDetails(space, head.root, configurations, found.rows, meant);
      return { rows, count: found.count, incomplete };
    },

    inOrganization: async (organizationId: string, readerId: string, text: string, page: PageRequest) =>
      inSpaces(organizationId, await findVisibleSpaceIds(db, organizationId, readerId), text, page),

    inSpaces,
  };

  /** Searches some spaces of an organization. */
  async function inSpaces(
    organizationId: string,
    ids: readonly string[],
    text: string,
    page: Pick<PageRequest, 'limit' | 'after'>,
    pagesPerSpace = PAGES_PER_SPACE,
  ) {
    const query = parseQuery(text);
    if (query.words.length === 0) return { rows: [], count: 0 };
    const configurations = await findConfigurations(db, organizationId, ids);
    const { found, meant } = await searchCorrected(
      { organizationId, spaceIds: ids, configurations },
      query,
      (searched) => searchSpaces(db, organizationId, ids, configurations, searched, page, pagesPerSpace),
    );
    const shown = found.rows.flatMap((row) => row.pages);
    const sections = await findSections(db, organizationId, shown, configurations, meant, SECTIONS_PER_PAGE);
    const roots = await revisions().headRoots(
      organizationId,
      found.rows.map((row) => row.space_id),
    );
    const rows = [];
    for (const row of found.rows) {
      const view = revisions().view(organizationId, roots.get(row.space_id) ?? EMPTY_ROOT);
      const pages = [];
      for (const one of row.pages) {
        const place = await placeOf(view, one.page_id);
        if (place) pages.push({ ...one, ...place, sections: sectionsIn(sections, one, meant) });
      }
      rows.push({ ...row, pages });
    }
    return { rows, count: found.count };
  }

  /** Searches; if nothing is found, once more with typing errors corrected. */
  async function searchCorrected<Found extends { readonly count: number }>(
    { organizationId, spaceIds, configurations }: SearchedSpaces,
    query: SearchQuery,
    search: (searched: SearchQuery) => Promise<Found>,
  ): Promise<{ readonly found: Found; readonly meant: SearchQuery }> {
    const found = await search(query);
    const words = query.words.filter(isCorrectable).slice(0, MAX_CORRECTED_WORDS);
    if (found.count > 0 || query.unspacedText !== undefined || words.length === 0)
      return { found, meant: query };
    const unknown = await findUnknownWords(db, organizationId, spaceIds, configurations, words);
    const corrections = new Map(unknown.map(({ word, similar }) => [word, correctWord(word, similar)]));
    const corrected = query.words.map((word) => corrections.get(word) ?? word);
    if (corrected.every((word, at) => word === query.words[at])) return { found, meant: query };
    const meant = { ...query, words: corrected, text: corrected.join(' ') };
    return { found: await search(meant), meant };
  }

  async function withDetails(
    space: SpaceKey,
    root: string,
    configurations: readonly string[],
    rows: readonly FoundPage[],
    query: SearchQuery,
  ) {
    const view = revisions().view(space.organization_id, root);
    const sections = await findSections(
      db,
      space.organization_id,
      rows,
      configurations,
      query,
      SECTIONS_PER_PAGE,
    );
    const detailed = [];
    for (const row of rows) {
      const place = await placeOf(view, row.page_id);
      if (place) detailed.push({ ...row, ...place, sections: sectionsIn(sections, row, query) });
    }
    return detailed;
  }
};

const sectionsIn = (
  sections: readonly FoundSection[],
  { page_id, space_id }: FoundPage,
  { unspacedText }: SearchQuery,
) =>
  sections
    .filter((section) => section.page_id === page_id && section.space_id === space_id)
    .map(({ marked, ...section }) => {
      const { text, matches } = excerptOf(
        unspacedText === undefined ? marked : markAll(marked, unspacedText),
      );
      return { ...section, snippet: text, matches };
    });

/** The places of the words of a query in a title, and whether it contains all of them. */
export const titleMatches = (title: string, query: string) => {
  const { words, unspacedText } = parseQuery(query);
  const isUnspaced = unspacedText !== undefined;
  return {
    matches: wordMatches(title, words, isUnspaced),
    isWhole: words.length > 0 && words.every((word) => wordMatches(title, [word], isUnspaced).length > 0),
  };
};

// The index may be outdated: pages that must no longer be found are left out.
const placeOf = async (view: SnapshotView, pageId: string) => {
  const lineage = await lineageOf(view, pageId);
  const pages = new Map(lineage.map(({ id, page }) => [id, page]));
  if (!isSearchResult(pages, pageId)) return undefined;
  const [found, ...above] = lineage;
  return {
    path: pathOf(lineage),
    description: found?.page.description ?? '',
    ancestors: above.reverse().map(({ page }) => ({ title: page.title })),
  };
};

/** Searches pages. */
export type SearchService = ReturnType<typeof createSearchService>;

/** A space in which pages were found. */
export type FoundSpace = Awaited<ReturnType<SearchService['inSpaces']>>['rows'][number];

/** A found page with its path and matching sections. */
export type FoundPageWithDetails = Awaited<ReturnType<SearchService['inSpace']>>['rows'][number];
