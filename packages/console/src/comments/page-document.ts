import type { Document } from '@lectern/document';
import { useQuery } from '@tanstack/react-query';
import { readPageDocument } from '../pages/content-place.ts';
import type { Discussion } from './discussion.ts';

/** The page of a comment as it is now; undefined until it is loaded, or if it was deleted. */
export const usePageDocument = (discussion: Discussion, pageId: string | undefined): Document | undefined => {
  const { data } = useQuery({
    ...readPageDocument(discussion, pageId ?? ''),
    enabled: pageId !== undefined,
    retry: false,
  });
  return (data as { readonly document?: Document } | undefined)?.document;
};
