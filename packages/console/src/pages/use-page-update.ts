import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, isTemporary } from '../api/client.ts';
import { type ContentPlace, changeContent, refreshContent } from './content-place.ts';
import type { PageChange } from './page-fields.ts';

const RETRY_MS = 5000;

// They can sign in again in another tab.
const isSignedOut = (error: Error): boolean => error instanceof ApiError && error.status === 401;

/** Changes fields of a page in a space or a change request. What is typed is sent until the server has it, in its order. */
export const usePageUpdate = (
  place: ContentPlace,
  pageId: string,
  {
    isTyped = false,
    onSaved,
  }: {
    readonly isTyped?: boolean;
    /** Called when the server has the fields, even if the page is no longer shown. */
    readonly onSaved?: (fields: PageChange) => void;
  } = {},
) => {
  const queries = useQueryClient();
  return useMutation({
    ...(isTyped && {
      scope: { id: `page/${pageId}` },
      // Waits for the network, and is sent as soon as it is back.
      networkMode: 'online',
      retry: (_: number, error: Error) => isTemporary(error) || isSignedOut(error),
      retryDelay: RETRY_MS,
    }),
    mutationFn: (fields: PageChange) =>
      changeContent(place, [{ operation: 'update_page', page: pageId, ...fields }]),
    onSuccess: (_, fields) => {
      onSaved?.(fields);
      return refreshContent(queries);
    },
  });
};
