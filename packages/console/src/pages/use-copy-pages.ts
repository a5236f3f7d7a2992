import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ancestorsOf, childrenOf, flatten, type PageNode } from '../spaces/tree/page-node.ts';
import {
  type ContentPlace,
  changeContent,
  createdPageIn,
  readPageDocument,
  refreshContent,
} from './content-place.ts';
import type { PageContent } from './page-fields.ts';

// Links in documents are found by the parser of HTML, which is large.
const loadCopying = () => import('./copy-pages.ts');

/** Copies pages within a space or a change request, and moves them to another space. */
export const useCopyPages = (place: ContentPlace, pages: readonly PageNode[]) => {
  const queries = useQueryClient();
  const refresh = () => refreshContent(queries);
  const contentsOf = async (root: PageNode): Promise<ReadonlyMap<string, PageContent>> => {
    const nodes = flatten([root]);
    const { MAX_COPIED } = await loadCopying();
    if (nodes.length > MAX_COPIED) throw new Error(`At most ${MAX_COPIED} pages can be copied at once`);
    const found = await Promise.all(
      nodes
        .filter(({ type }) => type === 'document')
        .map(async ({ id }) => {
          const page = await queries.fetchQuery({ ...readPageDocument(place, id), staleTime: 0 });
          return [id, page as PageContent] as const;
        }),
    );
    return new Map(found);
  };

  /** Inserts a copy below the page; returns its id. */
  const duplicate = useMutation({
    mutationFn: async (root: PageNode) => {
      const contents = await contentsOf(root);
      const parent = ancestorsOf(pages, root.id).at(-1);
      const siblings = parent ? childrenOf(parent) : pages;
      const { insertionsOf } = await loadCopying();
      const at = { into: parent?.id ?? null, at: siblings.findIndex(({ id }) => id === root.id) + 1 };
      return createdPageIn(
        await changeContent(
          place,
          insertionsOf(root, contents, { place: at, title: `${root.title} (copy)` }),
        ),
      );
    },
    onSuccess: refresh,
  });

  /** Inserts copies at the end of another space, and deletes the originals; returns the id of the copy. */
  const move = useMutation({
    mutationFn: async ({ root, target }: { readonly root: PageNode; readonly target: string }) => {
      const contents = await contentsOf(root);
      const { insertionsOf } = await loadCopying();
      const results = await changeContent(
        { spaceId: target },
        insertionsOf(root, contents, { place: { into: null }, from: place.spaceId }),
      );
      await changeContent(place, [{ operation: 'delete_page', page: root.id }]);
      return createdPageIn(results);
    },
    onSettled: refresh,
  });
  return { duplicate, move };
};
