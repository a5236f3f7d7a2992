import type { QueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import type { Request } from '../api/operations.ts';
import { keyOf, read } from '../api/queries.ts';
import type { ContentFile } from '../api/upload.ts';

/** The content of a space, or of one of its change requests. */
export interface ContentPlace {
  readonly spaceId: string;
  /** The number of the change request, which serves as its id. */
  readonly changeRequestId?: string | undefined;
}

/** One change of content. */
export type ContentChange = Request<'POST', '/spaces/{spaceId}/content'>['body']['changes'][number];

// Download addresses are valid for a day.
const FILE_STALE_MS = 6 * 60 * 60 * 1000;

/** A file of a space or a change request. */
export const readFile = ({ spaceId, changeRequestId }: ContentPlace, fileId: string) => {
  const params = { spaceId, fileId };
  return {
    queryKey: [...keyOf('/spaces/{spaceId}/content/files/{fileId}', { params }), changeRequestId ?? ''],
    queryFn: (): Promise<ContentFile> =>
      changeRequestId === undefined
        ? call('GET', '/spaces/{spaceId}/content/files/{fileId}', { params })
        : call('GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}', {
            params: { ...params, changeRequestId },
          }),
    staleTime: FILE_STALE_MS,
    retry: false,
  };
};

/** The table of contents of a space or a change request. */
export const readTableOfContents = ({ spaceId, changeRequestId }: ContentPlace) => {
  const ofSpace = read('/spaces/{spaceId}/content/pages', { params: { spaceId } });
  return changeRequestId === undefined
    ? ofSpace
    : (read('/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages', {
        params: { spaceId, changeRequestId },
      }) as unknown as typeof ofSpace);
};

/** A page of a space or a change request with its body: as it is stored, or with values of expressions and included contents. */
export const readPageDocument = (
  { spaceId, changeRequestId }: ContentPlace,
  pageId: string,
  evaluated?: 'expressions-only',
) => {
  const params = { spaceId, pageId };
  const query = {
    format: 'document' as const,
    ...(evaluated && { evaluated, dereferenced: 'reusable-contents' as const }),
  };
  return {
    queryKey: [...keyOf('/spaces/{spaceId}/content/page/{pageId}', { params, query }), changeRequestId ?? ''],
    queryFn: () =>
      changeRequestId === undefined
        ? call('GET', '/spaces/{spaceId}/content/page/{pageId}', { params, query })
        : call('GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}', {
            params: { ...params, changeRequestId },
            query,
          }),
    staleTime: 10_000,
  };
};

/** The result of one change. */
interface ChangeResult {
  readonly object: string;
  readonly page: string | { readonly id: string };
}

/** Changes content; returns the results of the changes of pages. */
export const changeContent = async (
  { spaceId, changeRequestId }: ContentPlace,
  changes: readonly ContentChange[],
): Promise<readonly ChangeResult[]> => {
  const request = { query: { compat: false }, body: { changes: [...changes] } };
  const result =
    changeRequestId === undefined
      ? await call('POST', '/spaces/{spaceId}/content', { params: { spaceId }, ...request })
      : await call('POST', '/spaces/{spaceId}/change-requests/{changeRequestId}/content', {
          params: { spaceId, changeRequestId },
          ...request,
        });
  return 'changes' in result ? (result.changes as readonly ChangeResult[]) : [];
};

/** The id of the first page that changes created. */
export const createdPageIn = (results: readonly ChangeResult[]): string | undefined => {
  const page = results.find(({ object }) => object === 'created_page')?.page;
  return typeof page === 'object' ? page.id : page;
};

/** Reads everything again that depends on the content of a space and of its change requests. */
export const refreshContent = (queries: QueryClient): Promise<unknown> =>
  Promise.all([
    queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}') }),
    queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}/content/pages') }),
    queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}/content/page/{pageId}') }),
    queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}/revisions') }),
    queries.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.includes('/change-requests'),
    }),
  ]);
