import type { Document } from '@lectern/document';
import { useQuery } from '@tanstack/react-query';
import { read } from '../api/queries.ts';
import type { Discussion } from './discussion.ts';

/** The page of a comment as it is now; undefined until it is loaded, or if it was deleted. */
export const usePageDocument = (
  { spaceId, changeRequestId }: Discussion,
  pageId: string | undefined,
): Document | undefined => {
  const query = { format: 'document' as const };
  const options = { enabled: pageId !== undefined, retry: false };
  const params = { spaceId, pageId: pageId ?? '' };
  const inSpace = useQuery({
    ...read('/spaces/{spaceId}/content/page/{pageId}', { params, query }),
    ...options,
    enabled: options.enabled && changeRequestId === undefined,
  });
  const inChangeRequest = useQuery({
    ...read('/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}', {
      params: { ...params, changeRequestId: changeRequestId ?? '' },
      query,
    }),
    ...options,
    enabled: options.enabled && changeRequestId !== undefined,
  });
  const { data } = changeRequestId === undefined ? inSpace : inChangeRequest;
  return (data as { readonly document?: Document } | undefined)?.document;
};
