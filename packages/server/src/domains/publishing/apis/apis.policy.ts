/** Until when a page may be shown that lacks what is still being read: for no longer than this one answer. */
export const NOT_WHOLE = Number.NEGATIVE_INFINITY;
