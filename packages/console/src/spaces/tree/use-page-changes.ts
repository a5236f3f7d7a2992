import { useMutation, useQueryClient } from '@tanstack/react-query';
import { NetworkError } from '../../api/client.ts';
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

interface Sent {
  readonly change: ContentChange;
  /** Takes back what is shown before the server has answered. */
  readonly undo?: () => void;
}

/** Changes of the page tree of a space or a change request, which show an error if the server refuses them. */
export const usePageChanges = (place: ContentPlace) => {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ change }: Sent) => changeContent(place, [change]),
    onError: (error, { undo }) => {
      undo?.();
      notify(error.message, { isError: true });
    },
    onSettled: (_, error) => {
      const refreshed = refreshContent(queries);
      // Nobody waits for reads that fail, too.
      return error instanceof NetworkError ? undefined : refreshed;
    },
  });
  return {
    isPending: mutation.isPending,
    /** Inserts a page at the end of its parent; returns its id. */
    insert: async (title: string, into: string | null): Promise<string | undefined> =>
      createdPageIn(await mutation.mutateAsync({ change: { operation: 'insert_page', title, into } })),
    rename: (page: string, title: string) =>
      mutation.mutate({ change: { operation: 'update_page', page, title } }),
    move: (page: string, { into, at }: Place) => {
      const { queryKey } = readTableOfContents(place);
      const before = queries.getQueryData(queryKey);
      // The tree follows at once; the answer of the server replaces it.
      queries.setQueryData(
        queryKey,
        (old) =>
          old && { ...old, pages: pageTree.withMoved(tableOfContents(old), page, { into, at }) as never },
      );
      mutation.mutate({
        change: { operation: 'update_page', page, into, at },
        undo: () => queries.setQueryData(queryKey, before),
      });
    },
  };
};

interface Sent {
  readonly change: ContentChange;
  /** Takes back what is shown before the server has answered. */
  readonly undo?: () => void;
}

/** Changes of the page tree of a space or a change request. */
export type PageChanges = ReturnType<typeof usePageChanges>;
