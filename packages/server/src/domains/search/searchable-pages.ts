import type { PageRecord } from '@lectern/document';

/** Pages by their ids, and those above them. */
export type Pages = ReadonlyMap<string, PageRecord>;

const isWithheld = ({ hidden, noIndex }: PageRecord): boolean => hidden === true || noIndex === true;

/** Whether a page is there and nothing keeps it out of search: what keeps a page out does so to all below it. */
export const isOpen = (pages: Pages, id: string): boolean => {
  let page = pages.get(id);
  if (!page) return false;
  while (page) {
    if (isWithheld(page)) return false;
    page = page.parent === null ? undefined : pages.get(page.parent);
  }
  return true;
};

/** Whether a page is found by what it says. */
export const isFindable = (pages: Pages, id: string): boolean =>
  pages.get(id)?.type === 'document' && isOpen(pages, id);
