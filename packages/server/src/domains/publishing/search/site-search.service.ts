import type { SearchResult } from '@lectern/site';
import type { ContentService, EvaluationService } from '../../content/index.ts';
import type { SearchService } from '../../search/index.ts';
import type { FramesService } from '../rendering/layout.service.ts';
import { hrefTo, type Visit, variantIn } from '../rendering/layout.ts';
import { ancestorsOf, type ShownPage } from '../site/page-index.ts';
import type { Variant } from '../site/structure.ts';
import { type Found, foundIn, hasConditions, mistaken, wordsIn } from './visible-results.ts';

const MOST_SPACES = 20;
/** How many pages a reader is shown at most. */
export const MOST_RESULTS = 30;
const SUGGESTIONS = 5;
// What is compared letter by letter, lest a wrong path cost much.
const MOST_WORDS = 8;
const MOST_COMPARED = 2_000;

interface Dependencies {
  readonly search: Pick<SearchService, 'inSpaces'>;
  readonly frames: Pick<FramesService, 'pagesOf' | 'snapshotOf'>;
  readonly content: Pick<ContentService, 'parsedDocument'>;
  readonly evaluation: Pick<EvaluationService, 'evaluateForVisitor'>;
}

/** Finding pages of a site: only what the visitor may see is found. */
export const createFindingService = ({ search, frames, content, evaluation }: Dependencies) => {
  /** What of a found page the visitor may know of; undefined when it was found by what is hidden from them. */
  const readable = async <Page extends Found>(
    visit: Visit,
    variant: Variant,
    { record, isUnlisted }: ShownPage,
    page: Page,
    query: string,
  ): Promise<Page | undefined> => {
    if (isUnlisted) return undefined;
    const snapshot = frames.snapshotOf(visit, variant);
    if (!hasConditions(await content.parsedDocument(snapshot, record.body))) return page;
    return foundIn(page, await evaluation.evaluateForVisitor(snapshot, record, visit.claims), query);
  };

  const find = async (
    visit: Visit,
    variants: readonly Variant[],
    text: string,
    most: number,
  ): Promise<SearchResult[]> => {
    const spaces = [...new Map(variants.map((variant) => [variant.space, variant])).values()];
    const { rows } = await search.inSpaces(
      visit.site.organization,
      spaces.map(({ space }) => space),
      text,
      { limit: MOST_SPACES, after: undefined },
      most,
    );
    const results: (SearchResult & { readonly score: number })[] = [];
    for (const row of rows) {
      const variant = spaces.find(({ space }) => space === row.space_id)!;
      const index = await frames.pagesOf(visit, variant);
      for (const found of row.pages) {
        const page = index.byId.get(found.page_id);
        const shown = page && (await readable(visit, variant, page, found, text));
        if (!shown) continue;
        const { title, score, sections } = shown;
        const best = sections[0];
        const around = [
          ...(variant.within ? [variant.within.title] : []),
          ...(variant.isDefault ? [] : [variant.title]),
          ...ancestorsOf(page).map(({ record }) => record.title),
        ];
        results.push({
          title,
          href:
            hrefTo(visit, variant, index, page) + (best?.anchor ? `#${encodeURIComponent(best.anchor)}` : ''),
          score,
          ...(around.length > 0 && { place: around.join(' › ') }),
          ...(best?.snippet && { excerpt: best.snippet }),
        });
      }
    }
    return results
      .sort((a, b) => b.score - a.score)
      .slice(0, most)
      .map(({ score: _, ...result }) => result);
  };

  /** Pages whose own part of a path is a slip of the keyboard away. */
  const misspelt = async (
    visit: Visit,
    variant: Variant,
    written: readonly string[],
  ): Promise<SearchResult[]> => {
    const index = await frames.pagesOf(visit, variant);
    return index.documents
      .slice(0, MOST_COMPARED)
      .filter(({ isHidden, isUnlisted }) => !isHidden && !isUnlisted)
      .flatMap((page) => {
        const far = mistaken(written, page.path?.split('/').at(-1) ?? '');
        return far === undefined ? [] : [{ page, far }];
      })
      .sort((a, b) => a.far - b.far)
      .slice(0, SUGGESTIONS)
      .map(({ page }) => ({ title: page.record.title, href: hrefTo(visit, variant, index, page) }));
  };

  return {
    readable,

    /** What a search in the whole site finds, in all languages and versions: for agents, who read them all. */
    everywhere: (visit: Visit, text: string) => find(visit, visit.structure.variants, text, MOST_RESULTS),

    /** What a search finds for who reads this variant: in every section what is in their language, or shown first. */
    from: (visit: Visit, current: Variant, text: string) => {
      const sections = [undefined, ...visit.structure.sections.map(({ id }) => id)];
      const variants = sections.flatMap((section) => variantIn(visit, section, current) ?? []);
      return find(visit, variants, text, MOST_RESULTS);
    },

    /** Pages that somebody may have meant by a path which leads nowhere. */
    near: async (visit: Visit, variant: Variant, path: readonly string[]): Promise<SearchResult[]> => {
      const words = wordsIn(path.join(' '));
      const last = wordsIn(path.at(-1) ?? '').slice(0, MOST_WORDS);
      const found = await find(visit, [variant], words.join(' '), SUGGESTIONS);
      const isFew = found.length < SUGGESTIONS;
      const more =
        isFew && last.length < words.length ? await find(visit, [variant], last.join(' '), SUGGESTIONS) : [];
      const close = isFew && last.length > 0 ? await misspelt(visit, variant, last) : [];
      const all = new Map([...close, ...found, ...more].map((result) => [result.title, result]));
      return [...all.values()].slice(0, SUGGESTIONS);
    },
  };
};

/** Finding pages. */
export type FindingService = ReturnType<typeof createFindingService>;
