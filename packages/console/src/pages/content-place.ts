import { call } from '../api/client.ts';
import { keyOf } from '../api/queries.ts';
import type { ContentFile } from '../api/upload.ts';

/** The content of a space, or of one of its change requests. */
export interface ContentPlace {
  readonly spaceId: string;
  readonly changeRequestId?: string | undefined;
}

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

/** A page of a space or a change request, with its body as a document. */
export const readPageDocument = ({ spaceId, changeRequestId }: ContentPlace, pageId: string) => {
  const params = { spaceId, pageId };
  const query = { format: 'document' as const };
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
