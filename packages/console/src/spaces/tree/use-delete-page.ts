import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { keyOf, read } from '../../api/queries.ts';
import { notify } from '../../primitives/toasts.tsx';
import type { PageNode } from './page-node.ts';

/** Deletes a page with those below it; the message offers to undo it. */
export const useDeletePage = (spaceId: string) => {
  const queries = useQueryClient();
  const params = { spaceId };
  const refresh = () =>
    queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}/content/pages', { params }) });
  const change = (changes: Parameters<typeof send>[0]) =>
    send(changes).then(refresh, (error: Error) => notify(error.message, { isError: true }));
  const send = (
    changes: readonly (
      | { readonly operation: 'delete_page'; readonly page: string }
      | { readonly operation: 'revert_page'; readonly page: string; readonly revision: string }
    )[],
  ) => call('POST', '/spaces/{spaceId}/content', { params, body: { changes } });
  return async (node: PageNode): Promise<void> => {
    const { revision } = await queries.fetchQuery({
      ...read('/spaces/{spaceId}', { params }),
      staleTime: 0,
    });
    await change([{ operation: 'delete_page', page: node.id }]);
    notify(`“${node.title}” was deleted`, {
      action: {
        label: 'Undo',
        run: () => void change([{ operation: 'revert_page', page: node.id, revision }]),
      },
    });
  };
};
