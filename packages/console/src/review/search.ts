/** The part of the address that says which item is shown, and how. */
export interface ComparisonSearch {
  readonly item?: string;
  readonly layout?: 'split';
  readonly form?: 'markdown';
}

/** Reads the part of the address of a comparison. */
export const comparisonSearch = (search: Record<string, unknown>): ComparisonSearch => ({
  ...(typeof search.item === 'string' && { item: search.item }),
  ...(search.layout === 'split' && { layout: 'split' }),
  ...(search.form === 'markdown' && { form: 'markdown' }),
});
