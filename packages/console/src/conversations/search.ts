import { textSearch } from '../settings/text-search.ts';

/** The orders of clusters. */
export const ORDERS = [
  { id: 'issues', label: 'Most asked' },
  { id: 'updatedAt', label: 'Asked last' },
] as const;

/** What the board shows, as the address has it. */
export interface BoardSearch {
  readonly view?: 'conversations';
  readonly order?: 'updatedAt';
  readonly source?: string;
  readonly text?: string;
}

/** Reads what the board shows from an address. */
export const boardSearch = ({ view, order, source, text }: Record<string, unknown>): BoardSearch => ({
  ...(view === 'conversations' && { view }),
  ...(order === 'updatedAt' && { order }),
  ...(typeof source === 'string' && source !== '' && { source }),
  ...textSearch({ text }),
});
