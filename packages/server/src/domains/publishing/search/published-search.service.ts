import type { SearchResult } from '@lectern/site';
import type { ContentService, EvaluationService } from '../../content/index.ts';
import { type SearchService, titleMatches } from '../../search/index.ts';
import { ancestorsOf, type VisiblePage } from '../site/page-index.ts';
import { pageHref, sectionTrail, variantsFor } from '../site/page-urls.ts';
import type { SitePagesService } from '../site/site-pages.service.ts';
import type { Variant } from '../site/structure.ts';
import type { Visit } from '../site/visit.ts';
import { compareSimilarities, similarityToPath, wordsIn } from './similar-paths.ts';
import { type FoundPage, hasConditions, visibleResult } from './visible-results.ts';

const MAX_SPACES = 20;
/** The most pages in search results. */
export const MAX_RESULTS = 30;
const MAX_SUGGESTIONS = 5;
// Limits of the comparison of misspelt paths, which is expensive.
const MAX_WORDS = 8;
const MAX_COMPARED_PAGES = 2_000;

interface Dependencies {
  readonly search: Pick<SearchService, 'inSpaces'>;
  readonly sitePages: Pick<SitePagesService, 'index' | 'snapshot'>;
  readonly content: Pick<ContentService, 'parsedDocument'>;
  readonly evaluation: Pick<EvaluationService, 'evaluateForVisitor'>;
}

/** Makes the service that searches a site for pages that are visible to the visitor. */
export const createPublishedSearchService = ({ search, sitePages, content, evaluation }: Dependencies) => {
  /** Reduces a search result to its visible sections; undefined if it matches hidden text only. */
  const visiblePart = async <Page extends FoundPage>(
    visit: Visit,
    variant: Variant,
    { record, isHiddenFromSearch }: VisiblePage,
    page: Page,
    query: string,
  ): Promise<Page | undefined> => {
    if (isHiddenFromSearch) return undefined;
    const snapshot = sitePages.snapshot(visit, variant);
    if (!hasConditions(await content.parsedDocument(snapshot, record.body))) return page;
    return visibleResult(page, await evaluation.evaluateForVisitor(snapshot, record, visit.claims), query);
  };

  const findPages = async (
    visit: Visit,
    variants: readonly Variant[],
    text: string,
    limit: number,
  ): Promise<SearchResult[]> => {
    const spaces = [...new Map(variants.map((variant) => [variant.space, variant])).values()];
    const { rows } = await search.inSpaces(
      visit.site.organization,
      spaces.map(({ space }) => space),
      text,
      { limit: MAX_SPACES, after: undefined },
      limit,
    );
    const results: (SearchResult & { readonly score: number })[] = [];
    for (const row of rows) {
      const variant = spaces.find(({ space }) => space === row.space_id)!;
      const index = await sitePages.index(visit, variant);
      for (const found of row.pages) {
        const page = index.byId.get(found.page_id);
        const shown = page && (await visiblePart(visit, variant, page, found, text));
        if (!shown) continue;
        const { title, description, score, sections } = shown;
        const inTitle = titleMatches(title, text);
        // A page that is named like the query is shown from its beginning.
        const best = inTitle.isWhole ? undefined : sections[0];
        const heading = best?.anchor ? best.title : '';
        const excerpt =
          inTitle.isWhole && description !== ''
            ? { snippet: description, matches: () => titleMatches(description, text).matches }
            : sections[0];
        const around = [
          ...sectionTrail(visit, variant).map(({ title: name }) => name),
          ...(variant.isDefault ? [] : [variant.title]),
          ...ancestorsOf(page).map(({ record }) => record.title),
        ];
        results.push({
          title,
          href:
            pageHref(visit, variant, index, page) +
            (best?.anchor ? `#${encodeURIComponent(best.anchor)}` : ''),
          score,
          ...(inTitle.matches.length > 0 && { titleMatches: inTitle.matches }),
          ...(around.length > 0 && { place: around.join(' › ') }),
          ...(heading !== '' && { heading, headingMatches: titleMatches(heading, text).matches }),
          ...(excerpt?.snippet && { excerpt: excerpt.snippet, matches: excerpt.matches() }),
        });
      }
    }
    return results
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ score: _, ...result }) => result);
  };

  /** Pages whose slug is similar to a misspelt one. */
  const similarPages = async (
    visit: Visit,
    variant: Variant,
    written: readonly string[],
  ): Promise<SearchResult[]> => {
    const index = await sitePages.index(visit, variant);
    return index.documents
      .slice(0, MAX_COMPARED_PAGES)
      .filter(({ isHidden, isHiddenFromSearch }) => !isHidden && !isHiddenFromSearch)
      .flatMap((page) => {
        const similarity = similarityToPath(written, page.path?.split('/').at(-1) ?? '');
        return similarity ? [{ page, similarity }] : [];
      })
      .sort((a, b) => compareSimilarities(a.similarity, b.similarity))
      .slice(0, MAX_SUGGESTIONS)
      .map(({ page }) => ({ title: page.record.title, href: pageHref(visit, variant, index, page) }));
  };

  return {
    visiblePart,

    /** Searches all variants of a site. */
    searchAll: (visit: Visit, text: string) => findPages(visit, visit.structure.variants, text, MAX_RESULTS),

    /** Searches the variants of all sections that match the current variant. */
    searchFrom: (visit: Visit, current: Variant, text: string) => {
      return findPages(visit, variantsFor(visit, current), text, MAX_RESULTS);
    },

    /** Suggests pages for a path without a page. */
    suggest: async (visit: Visit, variant: Variant, path: readonly string[]): Promise<SearchResult[]> => {
      const words = wordsIn(path.join(' '));
      const last = wordsIn(path.at(-1) ?? '').slice(0, MAX_WORDS);
      const found = await findPages(visit, [variant], words.join(' '), MAX_SUGGESTIONS);
      const isFew = found.length < MAX_SUGGESTIONS;
      const more =
        isFew && last.length < words.length
          ? await findPages(visit, [variant], last.join(' '), MAX_SUGGESTIONS)
          : [];
      const close = isFew && last.length > 0 ? await similarPages(visit, variant, last) : [];
      const all = new Map([...close, ...found, ...more].map((result) => [result.title, result]));
      return [...all.values()].slice(0, MAX_SUGGESTIONS);
    },
  };
};

/** Search in published sites. */
export type PublishedSearchService = ReturnType<typeof createPublishedSearchService>;
