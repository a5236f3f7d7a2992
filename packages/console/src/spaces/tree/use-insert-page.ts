import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { read } from '../../api/queries.ts';
import { flatten, tableOfContents } from './page-node.ts';
import type { PageChanges } from './use-page-changes.ts';

const TITLE = 'Untitled';

/** Inserts an empty page, and opens it. */
export const useInsertPage = (spaceId: string, changes: Pick<PageChanges, 'insert'>) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (into: string | null): Promise<void> => {
    // A refusal was shown.
    const id = await changes.insert(TITLE, into).catch(() => undefined);
    if (id === undefined) return;
    const content = await queries.fetchQuery(
      read('/spaces/{spaceId}/content/pages', { params: { spaceId } }),
    );
    const path = flatten(tableOfContents(content)).find((node) => node.id === id)?.path;
    if (path !== undefined) await navigate({ to: '/s/$spaceId/$', params: { spaceId, _splat: path } });
  };
};
