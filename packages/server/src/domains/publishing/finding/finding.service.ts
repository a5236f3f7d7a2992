import type { SearchResult } from '@lectern/site';
import type { ContentService, EvaluationService } from '../../content/index.ts';
import type { SearchService } from '../../search/index.ts';
import { hrefTo, type Visit } from '../frames/frames.policy.ts';
import type { FramesService } from '../frames/frames.service.ts';
import { ancestorsOf, type ShownPage } from '../pages/pages.policy.ts';
import type { Variant } from '../structure/structure.policy.ts';
import { type Found, foundIn, hasConditions } from './finding.policy.ts';

const MOST_SPACES = 20;
/** How many pages a reader is shown at most. */
export const MOST_RESULTS = 30;
const SUGGESTIONS = 5;

interface Dependencies {
  readonly search: Pick<SearchService, 'inSpaces'>;
  readonly frames: Pick<FramesService, 'pagesOf' | 'snapshotOf'>;
  readonly content: Pick<ContentService, 'parsed'>;
  readonly evaluation: Pick<EvaluationService, 'shown'>;
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
    if (!hasConditions(await content.parsed(snapshot, record.body))) return page;
    return foundIn(page, await evaluation.shown(snapshot, record, visit.claims), query);
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
          ...(variant.within
            ? [variant.within.title]
            : visit.structure.variants.length > 1
              ? [variant.title]
              : []),
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

  return {
    readable,

    /** What a search in the whole site finds. */
    everywhere: (visit: Visit, text: string) => find(visit, visit.structure.variants, text, MOST_RESULTS),

    /** Pages that somebody may have meant by a path which leads nowhere. */
    near: async (visit: Visit, variant: Variant, path: readonly string[]): Promise<SearchResult[]> => {
      const words = path
        .join(' ')
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();
      const last = (path.at(-1) ?? '').replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
      const found = await find(visit, [variant], words, SUGGESTIONS);
      const more =
        found.length < SUGGESTIONS && last !== words ? await find(visit, [variant], last, SUGGESTIONS) : [];
      const all = new Map([...found, ...more].map((result) => [result.title, result]));
      return [...all.values()].slice(0, SUGGESTIONS);
    },
  };
};

/** Finding pages. */
export type FindingService = ReturnType<typeof createFindingService>;
