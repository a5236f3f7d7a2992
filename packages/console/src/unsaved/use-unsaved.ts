import {
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { read } from '../api/queries.ts';
import { onEditorClosed } from '../editor/saving/page-lock.ts';
import { refreshContent } from '../pages/content-place.ts';
import { notify } from '../primitives/toasts.tsx';
import type { UnsentPage } from './send-unsaved.ts';
import { hasUnsaved } from './unsaved-pages.ts';

const KEY = ['unsaved'];
const RETRY_MS = 5000;
const NONE: readonly UnsentPage[] = [];

const readUnsaved = (queries: QueryClient, author: string) =>
  queryOptions({
    queryKey: [...KEY, author],
    queryFn: async (): Promise<readonly UnsentPage[]> => {
      // What sends text is large, and most people have none.
      if (!(await hasUnsaved(author))) return NONE;
      const { sendUnsaved } = await import('./send-unsaved.ts');
      const { sent, unsent } = await sendUnsaved(author);
      if (sent > 0) {
        notify(`Your unsaved text in ${sent === 1 ? 'a page' : `${sent} pages`} was saved`);
        await refreshContent(queries);
      }
      return unsent;
    },
    // It also lists what is kept while the browser is offline.
    networkMode: 'always',
    staleTime: 0,
    refetchOnMount: false,
    retry: false,
    refetchOnReconnect: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ obstacle: { kind } }) => kind === 'offline' || kind === 'signed-out') ? RETRY_MS : false,
  });

/** The pages with text that could not be sent. What can be sent is: when the console opens, and when the server is there again. */
export const useUnsaved = (): readonly UnsentPage[] => {
  const queries = useQueryClient();
  const { data: user } = useSuspenseQuery(read('/user'));
  return useQuery(readUnsaved(queries, user.id)).data ?? NONE;
};

/** Sends the text of pages again whenever an editor was closed. */
export const useSendingAfterEditors = (): void => {
  const queries = useQueryClient();
  useEffect(() => onEditorClosed(() => void queries.invalidateQueries({ queryKey: KEY })), [queries]);
};

/** Reads again which pages have text that is not sent. */
export const refreshUnsaved = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: KEY });
