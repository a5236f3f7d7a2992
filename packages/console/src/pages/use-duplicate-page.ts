import { notify } from '../primitives/toasts.tsx';
import type { PageNode } from '../spaces/tree/page-node.ts';
import type { ContentPlace } from './content-place.ts';
import { useCopyPages } from './use-copy-pages.ts';
import { useOpenPageById } from './use-open-page-by-id.ts';

/** Inserts a copy of a page and those below it after the page, and opens it. */
export const useDuplicatePage = (place: ContentPlace, pages: readonly PageNode[]) => {
  const { duplicate } = useCopyPages(place, pages);
  const open = useOpenPageById();
  return (node: PageNode, options = { isEdited: false }): Promise<void> =>
    duplicate.mutateAsync(node).then(
      (id) => open(place, id, options),
      (error: Error) => notify(error.message, { isError: true }),
    );
};
