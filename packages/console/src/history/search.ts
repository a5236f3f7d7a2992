import { type ComparisonSearch, comparisonSearch } from '../review/search.ts';

/** The part of the address of a revision: the revision that it is compared with, and what is shown. */
export interface RevisionSearch extends ComparisonSearch {
  readonly base?: string;
}

/** Reads the part of the address of a revision. */
export const revisionSearch = (search: Record<string, unknown>): RevisionSearch => ({
  ...comparisonSearch(search),
  ...(typeof search.base === 'string' && { base: search.base }),
});
