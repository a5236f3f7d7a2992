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
