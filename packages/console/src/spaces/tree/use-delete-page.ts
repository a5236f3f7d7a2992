import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import {
  type ContentChange,
  type ContentPlace,
  changeContent,
  readTableOfContents,
  refreshContent,
} from '../../pages/content-place.ts';
import { useOpenPage } from '../../pages/page-link.tsx';
import { notify } from '../../primitives/toasts.tsx';
import { focusContent } from '../../shell/focus-content.ts';
import { ancestorsOf, flatten, type PageNode, tableOfContents } from './page-node.ts';

/** The newest revision of a space or a change request. */
const revisionOf = async ({ spaceId, changeRequestId }: ContentPlace): Promise<string> => {
  const { revision } =
    changeRequestId === undefined
      ? await call('GET', '/spaces/{spaceId}', { params: { spaceId } })
      : await call('GET', '/spaces/{spaceId}/change-requests/{changeRequestId}', {
          params: { spaceId, changeRequestId },
        });
  return revision;
};

/** Deletes a page with those below it; the message offers to undo it. */
export const useDeletePage = (place: ContentPlace) => {
  const queries = useQueryClient();
  const open = useOpenPage();
  const { _splat: current } = useParams({ strict: false });
  const change = async (work: ContentChange): Promise<void> => {
    await changeContent(place, [work]);
    await refreshContent(queries);
  };
  const run = async (node: PageNode): Promise<void> => {
    const before = tableOfContents(await queries.ensureQueryData(readTableOfContents(place)));
    const removed = flatten([node]);
    const shown = removed.find(({ path }) => path !== undefined && path === current);
    const goBack = async () => {
      if (shown) await open(place, shown.path ?? '');
    };
    // A page that is gone cannot be shown: before it is deleted, the one above it is, or the first of the others.
    if (shown) {
      const above = ancestorsOf(before, node.id).findLast(({ type }) => type === 'document');
      const other = flatten(before).find(
        ({ id, type }) => type === 'document' && !removed.some((each) => each.id === id),
      );
      await open(place, above?.path ?? other?.path ?? '');
    }
    const revision = await revisionOf(place);
    try {
      await change({ operation: 'delete_page', page: node.id });
    } catch (error) {
      await goBack();
      throw error;
    }
    const undo = async () => {
      await change({ operation: 'revert_page', page: node.id, revision });
      await goBack();
      focusContent();
    };
    notify(`“${node.title}” was deleted`, { action: { label: 'Undo', run: () => void undo().catch(fail) } });
  };
  const fail = (error: Error) => notify(error.message, { isError: true });
  return (node: PageNode): Promise<void> => run(node).catch(fail);
};
