import type { Document } from '@lectern/document';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { keyOf, read } from '../api/queries.ts';

/** Two revisions of a space that are compared; without the first, everything is new. */
export interface Comparison {
  readonly spaceId: string;
  readonly before: string | undefined;
  readonly after: string;
}

const MAX_CHANGES = 1000;

/** The changes between the two revisions. */
export const readChanges = ({ spaceId, before, after }: Comparison) =>
  read('/spaces/{spaceId}/revisions/{revisionId}/changes', {
    params: { spaceId, revisionId: after },
    query: { limit: MAX_CHANGES, ...(before !== undefined && { base: before }) },
  });

/** The table of contents of a revision. */
export const readRevisionPages = (spaceId: string, revisionId: string) =>
  read('/spaces/{spaceId}/revisions/{revisionId}/pages', { params: { spaceId, revisionId } });

/** A page of a revision with its body. */
export interface RevisionPage {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly document?: Document;
  readonly markdown?: string;
}

// The content of a revision never changes.
const FOREVER = Number.POSITIVE_INFINITY;

/** A page of a revision; null if there is none. */
export const readRevisionPage = (
  spaceId: string,
  revisionId: string | undefined,
  pageId: string,
  format: 'document' | 'markdown',
) => {
  const path = '/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}';
  const request = { params: { spaceId, revisionId: revisionId ?? '', pageId }, query: { format } };
  return queryOptions<RevisionPage | null>({
    queryKey: keyOf(path, request),
    staleTime: FOREVER,
    queryFn: async ({ signal }) =>
      revisionId === undefined ? null : ((await call('GET', path, request, signal)) as RevisionPage),
  });
};

/** The body of a reusable content of a revision; null if there is none. */
export const readRevisionReusableContent = (
  spaceId: string,
  revisionId: string | undefined,
  reusableContentId: string,
) => {
  const path = '/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/document';
  const request = { params: { spaceId, revisionId: revisionId ?? '', reusableContentId } };
  return queryOptions<Document | null>({
    queryKey: keyOf(path, request),
    staleTime: FOREVER,
    queryFn: async ({ signal }) =>
      revisionId === undefined ? null : ((await call('GET', path, request, signal)) as unknown as Document),
  });
};
