/** The maximum number of characters of a page: parsing takes linear time, and a page of this length a few seconds. */
export const MAX_PAGE_CHARACTERS = 2_000_000;
