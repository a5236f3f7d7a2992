import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ContentPlace, changeContent, refreshContent } from './content-place.ts';
import type { PageChange } from './page-fields.ts';

/** Changes fields of a page in a space or a change request. */
export const usePageUpdate = (place: ContentPlace, pageId: string) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (fields: PageChange) =>
      changeContent(place, [{ operation: 'update_page', page: pageId, ...fields }]),
    onSuccess: () => refreshContent(queries),
  });
};
