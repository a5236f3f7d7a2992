import { type ComparisonSearch, comparisonSearch } from '../review/search.ts';

/** The part of the address of a history: the page whose history is shown. */
export interface HistorySearch {
  readonly page?: string;
}

/** Reads the part of the address of a history. */
export const historySearch = ({ page }: Record<string, unknown>): HistorySearch => ({
  ...(typeof page === 'string' && { page }),
});

/** The part of the address of a revision: the revision that it is compared with, and what is shown. */
export interface RevisionSearch extends ComparisonSearch {
  readonly base?: string;
}

/** Reads the part of the address of a revision. */
export const revisionSearch = (search: Record<string, unknown>): RevisionSearch => ({
  ...comparisonSearch(search),
  ...(typeof search.base === 'string' && { base: search.base }),
});
