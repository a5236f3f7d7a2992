import { useQueryClient } from '@tanstack/react-query';
import { flatten, tableOfContents } from '../spaces/tree/page-node.ts';
import { type ContentPlace, readTableOfContents } from './content-place.ts';
import { useOpenPage } from './page-link.tsx';

/** Opens a page by its id: one that was just created, or whose path is new. */
export const useOpenPageById = () => {
  const queries = useQueryClient();
  const open = useOpenPage();
  return async (
    place: ContentPlace,
    id: string | undefined,
    options: { readonly isEdited: boolean },
  ): Promise<void> => {
    const content = await queries.fetchQuery({ ...readTableOfContents(place), staleTime: 0 });
    const path = flatten(tableOfContents(content)).find((node) => node.id === id)?.path;
    if (path !== undefined) await open(place, path, options);
  };
};
