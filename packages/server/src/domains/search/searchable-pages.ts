import type { PageRecord } from '@lectern/document';

/** Pages and their ancestors, by id. */
export type Pages = ReadonlyMap<string, PageRecord>;

const isHiddenFromSearch = ({ hidden, noIndex }: PageRecord): boolean => hidden === true || noIndex === true;

/** Whether a page exists and neither it nor an ancestor is hidden from search. */
export const isSearchable = (pages: Pages, id: string): boolean => {
  let page = pages.get(id);
  if (!page) return false;
  while (page) {
    if (isHiddenFromSearch(page)) return false;
    page = page.parent === null ? undefined : pages.get(page.parent);
  }
  return true;
};

/** Whether a page can be a search result. */
export const isSearchResult = (pages: Pages, id: string): boolean =>
  pages.get(id)?.type === 'document' && isSearchable(pages, id);
