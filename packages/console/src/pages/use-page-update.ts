import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { keyOf } from '../api/queries.ts';
import type { ContentPlace } from './content-place.ts';
import type { PageChange } from './page-fields.ts';

/** Changes fields of a page in a space or a change request. */
export const usePageUpdate = ({ spaceId, changeRequestId }: ContentPlace, pageId: string) => {
  const queries = useQueryClient();
  return useMutation({
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
