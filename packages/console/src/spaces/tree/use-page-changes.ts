import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { Request } from '../../api/operations.ts';
import { keyOf } from '../../api/queries.ts';
import { notify } from '../../primitives/toasts.tsx';
import type { Place } from '../../tree/tree.ts';
import { type PageNode, pageTree } from './page-node.ts';

type Change = Request<'POST', '/spaces/{spaceId}/content'>['body']['changes'][number];

/** Changes of the page tree of a space, which show an error if the server refuses them. */
export const usePageChanges = (spaceId: string) => {
  const queries = useQueryClient();
  const params = { spaceId };
  const key = keyOf('/spaces/{spaceId}/content/pages', { params });
  const mutation = useMutation({
    mutationFn: (change: Change) =>
      call('POST', '/spaces/{spaceId}/content', {
        params,
        body: { changes: [change] },
        query: { compat: false },
      }),
    onError: (error) => notify(error.message, { isError: true }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: key }),
        queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}/content/page/{pageId}') }),
      ]),
  });
  return {
    isPending: mutation.isPending,
    /** Inserts a page at the end of its parent; returns its id. */
    insert: async (title: string, into: string | null): Promise<string | undefined> => {
      const result = await mutation.mutateAsync({ operation: 'insert_page', title, into });
      const created = 'changes' in result ? result.changes[0] : undefined;
      return created?.object === 'created_page' ? created.page.id : undefined;
    },
    rename: (page: string, title: string) => mutation.mutate({ operation: 'update_page', page, title }),
    move: (page: string, place: Place) => {
      // The tree follows at once; the answer of the server replaces it.
      queries.setQueryData<{ readonly pages: readonly PageNode[] }>(
        key,
        (old) => old && { ...old, pages: pageTree.withMoved(old.pages, page, place) },
      );
      mutation.mutate({ operation: 'update_page', page, into: place.into, at: place.at });
    },
    remove: (page: string) => mutation.mutate({ operation: 'delete_page', page }),
  };
};

/** Changes of the page tree of a space. */
export type PageChanges = ReturnType<typeof usePageChanges>;
