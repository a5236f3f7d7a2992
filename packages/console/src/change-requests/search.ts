/** The filter of the list, as the address has it. */
export interface ChangeRequestsSearch {
  readonly status?: 'draft' | 'merged' | 'archived';
  readonly people?: 'mine' | 'review';
}

/** Reads the filter from an address. */
export const changeRequestsSearch = (search: Record<string, unknown>): ChangeRequestsSearch => ({
  ...((search.status === 'draft' || search.status === 'merged' || search.status === 'archived') && {
    status: search.status,
  }),
  ...((search.people === 'mine' || search.people === 'review') && { people: search.people }),
});
