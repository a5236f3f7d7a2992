import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import type { ItemOf } from '../api/operations.ts';
import { keyOf, read } from '../api/queries.ts';
import { notify } from '../primitives/toasts.tsx';

/** The comments of a change request. */
export interface Discussion {
  readonly spaceId: string;
  readonly changeRequestId: string;
  readonly mayComment: boolean;
}

const COMMENTS = '/spaces/{spaceId}/change-requests/{changeRequestId}/comments';
const COMMENT = `${COMMENTS}/{commentId}` as const;
const REPLIES = `${COMMENT}/replies` as const;

/** A comment with its target. */
export type Comment = ItemOf<typeof COMMENTS>;

/** The target of a new comment: the change request, a page, or a block of a page. */
export interface Target {
  readonly page?: string;
  readonly node?: string;
}

const MOST = 1000;

/** All comments of a change request, oldest first. */
export const useComments = ({ spaceId, changeRequestId }: Discussion): readonly Comment[] =>
  useQuery(
    read(COMMENTS, {
      params: { spaceId, changeRequestId },
      query: { limit: MOST, order: 'asc', format: 'document' },
    }),
  ).data?.items ?? [];

/** The replies to a comment, oldest first. */
export const useReplies = ({ spaceId, changeRequestId }: Discussion, { id, replies }: Comment) =>
  useQuery({
    ...read(REPLIES, {
      params: { spaceId, changeRequestId, commentId: id },
      query: { limit: MOST, format: 'document' },
    }),
    enabled: replies > 0,
  }).data?.items ?? [];

/** Writes comments and replies, and resolves threads. */
export const useDiscussion = ({ spaceId, changeRequestId }: Discussion) => {
  const queries = useQueryClient();
  const options = {
    onSuccess: () =>
      Promise.all(
        ([COMMENTS, REPLIES, '/spaces/{spaceId}/change-requests/{changeRequestId}'] as const).map((path) =>
          queries.invalidateQueries({ queryKey: keyOf(path) }),
        ),
      ),
    onError: (error: Error) => notify(error.message, { isError: true }),
  };
  const params = { spaceId, changeRequestId };
  const post = useMutation({
    mutationFn: ({ markdown, ...target }: Target & { readonly markdown: string }) =>
      call('POST', COMMENTS, { params, body: { body: { markdown }, ...target } }),
    ...options,
  });
  const reply = useMutation({
    mutationFn: ({ commentId, markdown }: { readonly commentId: string; readonly markdown: string }) =>
      call('POST', REPLIES, { params: { ...params, commentId }, body: { body: { markdown } } }),
    ...options,
  });
  const resolve = useMutation({
    mutationFn: ({ commentId, resolved }: { readonly commentId: string; readonly resolved: boolean }) =>
      call('PUT', COMMENT, { params: { ...params, commentId }, body: { resolved } }),
    ...options,
  });
  const remove = useMutation({
    mutationFn: (commentId: string) => call('DELETE', COMMENT, { params: { ...params, commentId } }),
    ...options,
  });
  return { post, reply, resolve, remove };
};
