import { parseMarkdown, sectionsOf } from '@lectern/document';

/** A page that is searched for. */
export interface SearchedPage {
  readonly title: string;
  readonly markdown: string;
}

/** A query that a page should be the first result of. */
export interface SearchedQuery {
  readonly kind: 'title' | 'heading' | 'misspelt title';
  readonly text: string;
  /** The number of the page. */
  readonly page: number;
  /** How many pages have this title or heading. */
  readonly owners: number;
}

const HEADINGS_PER_PAGE = 3;
const MIN_WORD = 5;

/** The title with two letters of its longest word swapped; undefined if all words are short. */
const misspell = (title: string): string | undefined => {
  const [longest] = (title.match(/\p{L}+/gu) ?? []).sort((a, b) => b.length - a.length);
  if (longest === undefined || longest.length < MIN_WORD) return undefined;
  const at = Math.floor(longest.length / 2);
  const swapped = longest.slice(0, at) + longest[at + 1] + longest[at] + longest.slice(at + 2);
  return swapped === longest ? undefined : title.replace(longest, swapped);
};

/** The title, some headings and the misspelt title of each page. */
export const searchQueries = (pages: readonly SearchedPage[]): SearchedQuery[] => {
  const headings = pages.map(({ markdown }) =>
    sectionsOf(parseMarkdown(markdown)).flatMap(({ title }) => title || []),
  );
  const owners = new Map<string, Set<number>>();
  const own = (text: string, page: number) => {
    const key = text.toLowerCase().trim();
    owners.set(key, (owners.get(key) ?? new Set()).add(page));
  };
  for (const [at, { title }] of pages.entries()) for (const text of [title, ...headings[at]!]) own(text, at);
  const ownersOf = (text: string) => owners.get(text.toLowerCase().trim())!.size;
  return pages.flatMap(({ title }, page) => {
    const misspelt = misspell(title);
    return [
      { kind: 'title' as const, text: title, page, owners: ownersOf(title) },
      ...headings[page]!.slice(0, HEADINGS_PER_PAGE).map((text) => ({
        kind: 'heading' as const,
        text,
        page,
        owners: ownersOf(text),
      })),
      ...(misspelt
        ? [{ kind: 'misspelt title' as const, text: misspelt, page, owners: ownersOf(title) }]
        : []),
    ];
  });
};
