import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, NetworkError } from '../api/client.ts';
import { keyOf } from '../api/queries.ts';
import type { ContentPlace } from './content-place.ts';
import type { PageChange } from './page-fields.ts';

const RETRY_MS = 5000;

const isTemporary = (error: Error): boolean =>
  error instanceof NetworkError ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 429));

/** Changes fields of a page in a space or a change request. What is typed is sent until the server has it, in its order. */
export const usePageUpdate = (
  { spaceId, changeRequestId }: ContentPlace,
  pageId: string,
  { isTyped = false }: { readonly isTyped?: boolean } = {},
) => {
  const queries = useQueryClient();
  return useMutation({
    ...(isTyped && {
      scope: { id: `page/${pageId}` },
      retry: (_: number, error: Error) => isTemporary(error),
      retryDelay: RETRY_MS,
    }),
    mutationFn: async (fields: PageChange): Promise<void> => {
      const body = { changes: [{ operation: 'update_page' as const, page: pageId, ...fields }] };
      await (changeRequestId === undefined
        ? call('POST', '/spaces/{spaceId}/content', { params: { spaceId }, body })
        : call('POST', '/spaces/{spaceId}/change-requests/{changeRequestId}/content', {
            params: { spaceId, changeRequestId },
            body,
          }));
    },
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}/content/pages') }),
        queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}/content/page/{pageId}') }),
        queries.invalidateQueries({
          queryKey: keyOf('/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages'),
        }),
      ]),
  });
};
