import { ApiError } from '../../kernel/errors/errors.ts';
import type { ContentService, FoundPage, RevisionSnapshot } from '../content/index.ts';

/** A page of a snapshot; undefined if it does not exist. */
export const findPage = async (
  content: Pick<ContentService, 'page'>,
  snapshot: RevisionSnapshot,
  id: string,
): Promise<FoundPage | undefined> => {
  try {
    return await content.page(snapshot, id);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
};
