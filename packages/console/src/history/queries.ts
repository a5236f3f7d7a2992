import { read } from '../api/queries.ts';

/** One revision of a space, without its content: a list with one item, or none. */
export const readRevision = (spaceId: string, revision: string) =>
  read('/spaces/{spaceId}/revisions', { params: { spaceId }, query: { revision, withChangedPages: true } });
