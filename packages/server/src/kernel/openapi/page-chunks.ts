// The most blocks on a page; further ones are on continuation pages.
const MAX_BLOCKS_PER_PAGE = 100;
// In characters of HTML. A page of this size is shown at once, also on a phone.
const MAX_PAGE_SIZE = 300_000;
// A specification that needs more pages gets larger ones.
const MAX_PAGES = 1500;

/** Splits lists into pages. */
export interface PageChunks {
  /** Whether all items fit on one page. */
  readonly fits: <T>(all: readonly T[], sizeOf: (one: T) => number) => boolean;
  /** The items of each page; one page without items if there are none. */
  readonly split: <T>(all: readonly T[], sizeOf: (one: T) => number) => readonly (readonly T[])[];
}

/** Creates chunks for the pages of a specification with a total size. */
export const createPageChunks = (totalSize: number): PageChunks => {
  const maxSize = Math.max(MAX_PAGE_SIZE, totalSize / MAX_PAGES);
  const split: PageChunks['split'] = (all, sizeOf) => {
    const pages: (typeof all)[number][][] = [[]];
    let size = 0;
    for (const one of all) {
      const own = sizeOf(one);
      const page = pages.at(-1)!;
      if (page.length > 0 && (page.length === MAX_BLOCKS_PER_PAGE || size + own > maxSize)) {
        pages.push([one]);
        size = own;
      } else {
        page.push(one);
        size += own;
      }
    }
    return pages;
  };
  return { split, fits: (all, sizeOf) => split(all, sizeOf).length === 1 };
};
