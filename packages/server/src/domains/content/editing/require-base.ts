import { ContentError } from '@lectern/document';
import { isDocumentOf } from '../pages/present-pages.ts';

/** Refuses a body that was made from another one than the current: a client does not overwrite words that it has not read. */
export const requireBase = (
  owner: 'page' | 'reusable content',
  base: string | null | undefined,
  body: string | undefined,
): void => {
  if (base !== undefined && !isDocumentOf(base, body))
    throw new ContentError(
      'conflict',
      'base',
      `is not the current body of the ${owner}: read it again and merge`,
    );
};

/** The title and the description of a page as a client has read them. */
interface ReadFields {
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
}

/** Refuses a title or description over one that the client has not read, unless the page has the new one already. */
export const requireExpected = (
  expected: ReadFields = {},
  change: ReadFields,
  page: { readonly title: string; readonly description?: string | undefined },
): void => {
  for (const field of ['title', 'description'] as const) {
    const now = page[field] ?? '';
    const isRead = expected[field] === undefined || (expected[field] ?? '') === now;
    if (!isRead && (change[field] ?? '') !== now)
      throw new ContentError(
        'conflict',
        `expected.${field}`,
        `is not the current ${field} of the page: read it again`,
      );
  }
};
