import type { Block } from '@lectern/document';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createPageServer } from '../editor/page-server.ts';
import { refreshContent } from '../pages/content-place.ts';
import { notify } from '../primitives/toasts.tsx';
import { type Comment, type Discussion, useDiscussion } from './discussion.ts';
import { replaceBlock } from './suggestion.ts';

/** Puts suggested blocks into the page, and resolves the thread with a reply that says so. */
export const useApplySuggestion = (discussion: Discussion, comment: Comment) => {
  const queries = useQueryClient();
  const { reply, change } = useDiscussion(discussion);
  const { spaceId, changeRequestId } = discussion;
  return useMutation({
    mutationFn: async (blocks: readonly Block[]) => {
      const { page, node } = comment.target;
      const server = createPageServer({
        spaceId,
        pageId: page!.id,
        ...(changeRequestId !== undefined && { changeRequestId }),
      });
      const { document, documentId } = await server.read();
      const next = replaceBlock(document, node!.id, blocks);
      if (!next) throw new Error('The block of this suggestion was changed meanwhile.');
      await server.send(next, documentId);
      await reply.mutateAsync({ commentId: comment.id, markdown: 'Applied the suggestion.' });
      await change.mutateAsync({ commentId: comment.id, resolved: true });
    },
    // Also after a failure: the page may be another one.
    onSettled: () => refreshContent(queries),
    onSuccess: () => notify('The suggestion was applied'),
    onError: (error) => notify(error.message, { isError: true }),
  });
};
