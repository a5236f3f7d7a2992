import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ContentChange,
  type ContentPlace,
  changeContent,
  createdPageIn,
  readTableOfContents,
  refreshContent,
} from '../../pages/content-place.ts';
import { notify } from '../../primitives/toasts.tsx';
import type { Place } from '../../tree/tree.ts';
import { pageTree, tableOfContents } from './page-node.ts';

/** Changes of the page tree of a space or a change request, which show an error if the server refuses them. */
export const usePageChanges = (place: ContentPlace) => {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: (change: ContentChange) => changeContent(place, [change]),
    onError: (error) => notify(error.message, { isError: true }),
    onSettled: () => refreshContent(queries),
  });
  return {
    isPending: mutation.isPending,
    /** Inserts a page at the end of its parent; returns its id. */
    insert: async (title: string, into: string | null): Promise<string | undefined> =>
      createdPageIn(await mutation.mutateAsync({ operation: 'insert_page', title, into })),
    rename: (page: string, title: string) => mutation.mutate({ operation: 'update_page', page, title }),
    move: (page: string, { into, at }: Place) => {
      // The tree follows at once; the answer of the server replaces it.
      queries.setQueryData(
        readTableOfContents(place).queryKey,
        (old) =>
          old && { ...old, pages: pageTree.withMoved(tableOfContents(old), page, { into, at }) as never },
      );
      mutation.mutate({ operation: 'update_page', page, into, at });
    },
  };
};

/** Changes of the page tree of a space or a change request. */
export type PageChanges = ReturnType<typeof usePageChanges>;
