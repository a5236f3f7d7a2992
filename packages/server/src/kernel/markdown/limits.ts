/** The maximum number of characters of a page: parsing takes linear time, and a page of this length a few seconds. */
export const MAX_PAGE_CHARACTERS = 2_000_000;

/** The maximum size of a request that edits content: the document of a page is many times as long as its Markdown. */
export const MAX_EDIT_BYTES = 32 * 1024 * 1024;
