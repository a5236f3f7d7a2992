/** The filter of the list, as the address has it. */
export interface ChangeRequestsSearch {
  readonly status?: 'draft' | 'merged' | 'archived';
  /** The id of the user who created them. */
  readonly author?: string;
  /** The id of a user who was asked for a review. */
  readonly reviewer?: string;
  readonly text?: string;
}

/** Reads the filter from an address. */
export const changeRequestsSearch = ({
  status,
  author,
  reviewer,
  text,
}: Record<string, unknown>): ChangeRequestsSearch => ({
  ...((status === 'draft' || status === 'merged' || status === 'archived') && { status }),
  ...(typeof author === 'string' && author !== '' && { author }),
  ...(typeof reviewer === 'string' && reviewer !== '' && { reviewer }),
  // The router reads digits as a number.
  ...((typeof text === 'string' || typeof text === 'number') && text !== '' && { text: String(text) }),
});
