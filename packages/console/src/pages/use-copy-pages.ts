import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { keyOf } from '../api/queries.ts';
import { ancestorsOf, childrenOf, flatten, type PageNode } from '../spaces/tree/page-node.ts';
import { readPageDocument } from './content-place.ts';
import { insertionsOf, MAX_COPIED } from './copy-pages.ts';
import type { PageContent } from './page-fields.ts';

/** Copies pages within a space, and moves them to another one. */
export const useCopyPages = (spaceId: string, pages: readonly PageNode[]) => {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}/content/pages') });
  const contentsOf = async (root: PageNode): Promise<ReadonlyMap<string, PageContent>> => {
    const nodes = flatten([root]);
    if (nodes.length > MAX_COPIED) throw new Error(`At most ${MAX_COPIED} pages can be copied at once`);
    const found = await Promise.all(
      nodes
        .filter(({ type }) => type === 'document')
        .map(async ({ id }) => {
          const page = await queries.fetchQuery({ ...readPageDocument({ spaceId }, id), staleTime: 0 });
          return [id, page as PageContent] as const;
        }),
    );
    return new Map(found);
  };
  const insert = async (
    target: string,
    changes: ReturnType<typeof insertionsOf>,
  ): Promise<string | undefined> => {
    const result = await call('POST', '/spaces/{spaceId}/content', {
      params: { spaceId: target },
      query: { compat: false },
      body: { changes },
    });
    const [first] = 'changes' in result ? result.changes : [];
    return first?.object === 'created_page' ? first.page.id : undefined;
  };

  /** Inserts a copy below the page; returns its id. */
  const duplicate = useMutation({
    mutationFn: async (root: PageNode) => {
      const contents = await contentsOf(root);
      const parent = ancestorsOf(pages, root.id).at(-1);
      const siblings = parent ? childrenOf(parent) : pages;
      const place = { into: parent?.id ?? null, at: siblings.findIndex(({ id }) => id === root.id) + 1 };
      return insert(spaceId, insertionsOf(root, contents, { place, title: `${root.title} (copy)` }));
    },
    onSuccess: refresh,
  });

  /** Inserts copies at the end of another space, and deletes the originals; returns the id of the copy. */
  const move = useMutation({
    mutationFn: async ({ root, target }: { readonly root: PageNode; readonly target: string }) => {
      const contents = await contentsOf(root);
      const copy = await insert(
        target,
        insertionsOf(root, contents, { place: { into: null }, from: spaceId }),
      );
      await call('POST', '/spaces/{spaceId}/content', {
        params: { spaceId },
        body: { changes: [{ operation: 'delete_page', page: root.id }] },
      });
      return copy;
    },
    onSettled: refresh,
  });
  return { duplicate, move };
};
