import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalid } from '../errors/errors.ts';

/** The sort values of the last row of a page, where the next page starts. */
export type Cursor = readonly (string | number | null)[];

/** The requested page of a list. */
export interface PageRequest {
  readonly limit: number;
  readonly after: Cursor | undefined;
  /** Encodes a cursor as a signed page token. */
  readonly encodeCursor: (cursor: Cursor) => string;
}

/** A page of rows from a store; one row more than `limit` means that there is a next page. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly count: number;
}

const MAC_BYTES = 12;

/** Encodes and decodes page tokens. A token is valid only for the list (operation, path, filters) it was made for. */
export const createPaging = (secret: string) => {
  const mac = (list: string, cursor: string) =>
    createHmac('sha256', secret).update(`${list}\n${cursor}`).digest().subarray(0, MAC_BYTES);

  const encode = (list: string, cursor: Cursor): string => {
    const text = JSON.stringify(cursor);
    return Buffer.concat([mac(list, text), Buffer.from(text)]).toString('base64url');
  };

  const decode = (list: string, token: string): Cursor => {
    const bytes = Buffer.from(token, 'base64url');
    const text = bytes.subarray(MAC_BYTES).toString();
    // Base64 decoding is lenient; only the exact token is accepted.
    const isValid =
      bytes.length > MAC_BYTES &&
      bytes.toString('base64url') === token &&
      timingSafeEqual(bytes.subarray(0, MAC_BYTES), mac(list, text));
    if (!isValid) throw invalid({ path: 'query.page', message: 'is not a page token of this list' });
    return JSON.parse(text) as Cursor;
  };

  return {
    /** The requested page of a list. */
    request: (list: string, query: { page?: string; limit?: number }): PageRequest => ({
      limit: query.limit ?? 50,
      after: query.page === undefined ? undefined : decode(list, query.page),
      encodeCursor: (cursor) => encode(list, cursor),
    }),
  };
};

/** The page tokens of an installation. */
export type Paging = ReturnType<typeof createPaging>;

/** The response of a paged list as JSON, whose items are JSON already. */
export const listText = <Row>(
  page: PageRequest,
  { rows, count }: Page<Row>,
  cursorOf: (row: Row) => Cursor,
  textOf: (row: Row) => string,
): string => {
  const { items: shown, ...rest } = listOf(page, { rows, count }, cursorOf, (row) => row);
  return `${JSON.stringify(rest).slice(0, -1)},"items":[${shown.map(textOf).join(',')}]}`;
};

/** The response of a paged list. */
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
