import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalid } from '../errors/errors.ts';

/** The sort values of the last row of a page: where the next one goes on. */
export type Cursor = readonly (string | number | null)[];

/** Which page a list is asked for. */
export interface PageRequest {
  readonly limit: number;
  readonly after: Cursor | undefined;
  /** The opaque text that leads to what comes after the cursor. */
  readonly encodeCursor: (cursor: Cursor) => string;
}

/** A page as a store finds it: one row more than asked tells that there is a next one. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly count: number;
}

const MAC_BYTES = 12;

/** Reads and writes page tokens; a token is good only for the list (operation, path, filters) that gave it. */
export const createPaging = (secret: string) => {
  const mac = (list: string, cursor: string) =>
    createHmac('sha256', secret).update(`${list}\n${cursor}`).digest().subarray(0, MAC_BYTES);

  const seal = (list: string, cursor: Cursor): string => {
    const text = JSON.stringify(cursor);
    return Buffer.concat([mac(list, text), Buffer.from(text)]).toString('base64url');
  };

  const open = (list: string, token: string): Cursor => {
    const bytes = Buffer.from(token, 'base64url');
    const text = bytes.subarray(MAC_BYTES).toString();
    // Decoding is lenient; only the exact text that was given out is accepted.
    const genuine =
      bytes.length > MAC_BYTES &&
      bytes.toString('base64url') === token &&
      timingSafeEqual(bytes.subarray(0, MAC_BYTES), mac(list, text));
    if (!genuine) throw invalid({ path: 'query.page', message: 'is not a page of this list' });
    return JSON.parse(text) as Cursor;
  };

  return {
    /** The page that a query asks of a list. */
    request: (list: string, query: { page?: string; limit?: number }): PageRequest => ({
      limit: query.limit ?? 50,
      after: query.page === undefined ? undefined : open(list, query.page),
      encodeCursor: (cursor) => seal(list, cursor),
    }),
  };
};

/** Page tokens of one installation. */
export type Paging = ReturnType<typeof createPaging>;

/** The answer of a paged list. */
export const listOf = <Row, Item>(
  page: PageRequest,
  { rows, count }: Page<Row>,
  cursorOf: (row: Row) => Cursor,
  toItem: (row: Row) => Item,
): { items: Item[]; count: number; next?: { page: string } } => {
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    ...(rows.length > page.limit &&
      last !== undefined && { next: { page: page.encodeCursor(cursorOf(last)) } }),
    count,
    items: shown.map(toItem),
  };
};
