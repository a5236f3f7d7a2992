import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { PageNode } from '../spaces/tree/page-node.ts';
import { createPageContext, type PageContext } from './render-context.ts';

/** The context of the documents of a space or a change request. */
export const usePageContext = (
  spaceId: string,
  changeRequestId: string | undefined,
  pages: readonly PageNode[],
): PageContext => {
  const queries = useQueryClient();
  return useMemo(
    () => createPageContext(queries, { spaceId, changeRequestId }, pages),
    [queries, spaceId, changeRequestId, pages],
  );
};

/** A number that changes when something that was missing has arrived. */
export const useArrivals = ({ loads }: PageContext): number =>
  useSyncExternalStore(loads.subscribe, loads.version);
