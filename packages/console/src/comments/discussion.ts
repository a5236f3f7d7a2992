import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import type { ItemOf } from '../api/operations.ts';
import { read } from '../api/queries.ts';
import { notify } from '../primitives/toasts.tsx';

/** The comments of a space or of a change request, and what the user may do there. */
export interface Discussion {
  readonly spaceId: string;
  readonly changeRequestId?: string | undefined;
  readonly mayComment: boolean;
  /** Whether the user may edit the pages, and thus apply suggestions. */
  readonly mayEdit: boolean;
}

const IN_SPACE = '/spaces/{spaceId}/comments';
const COMMENTS = '/spaces/{spaceId}/change-requests/{changeRequestId}/comments';

/** A comment with its target. */
export type Comment = ItemOf<typeof COMMENTS>;

/** A reply to a comment. */
export type Reply = ItemOf<`${typeof COMMENTS}/{commentId}/replies`>;

/** Words of a block. */
export interface Quote {
  readonly text: string;
  /** The number of equal words before them in the block. */
  readonly occurrence: number;
}

/** The target of a new comment: the whole, a page, a block of a page, or words of a block. */
export interface Target {
  readonly page?: string;
  readonly node?: string;
  readonly quote?: Quote;
}

// Spaces and change requests have the same operations below two paths.
const pathsOf = ({ changeRequestId }: Discussion) => {
  const list = (changeRequestId === undefined ? IN_SPACE : COMMENTS) as typeof COMMENTS;
  const one = `${list}/{commentId}` as const;
  const replies = `${one}/replies` as const;
  return { list, one, replies, reply: `${replies}/{commentReplyId}` as const };
};
const paramsOf = ({ spaceId, changeRequestId = '' }: Discussion) => ({ spaceId, changeRequestId });

const MOST = 1000;

/** All comments of a discussion, or those of a page, oldest first. */
export const useComments = (discussion: Discussion, pageId?: string): readonly Comment[] =>
  useQuery(
    read(pathsOf(discussion).list, {
      params: paramsOf(discussion),
      query: {
        limit: MOST,
        order: 'asc',
        format: 'document',
        ...(pageId !== undefined && { targetPage: pageId }),
      },
    }),
  ).data?.items ?? NONE;

const NONE: readonly Comment[] = [];

/** A comment, or the lack of it. */
export const useComment = (discussion: Discussion, commentId: string | undefined) =>
  useQuery({
    ...read(pathsOf(discussion).one, {
      params: { ...paramsOf(discussion), commentId: commentId ?? '' },
      query: { format: 'document' },
    }),
    enabled: commentId !== undefined,
  });

/** The replies to a comment, oldest first. */
export const useReplies = (discussion: Discussion, { id, replies }: Comment): readonly Reply[] =>
  useQuery({
    ...read(pathsOf(discussion).replies, {
      params: { ...paramsOf(discussion), commentId: id },
      query: { limit: MOST, format: 'document' },
    }),
    enabled: replies > 0,
  }).data?.items ?? [];

/** The Markdown of a comment or reply, for editing it. */
export const readMarkdown = async (
  discussion: Discussion,
  commentId: string,
  replyId?: string,
): Promise<string> => {
  const paths = pathsOf(discussion);
  const params = { ...paramsOf(discussion), commentId };
  const query = { format: 'markdown' as const };
  const { body } =
    replyId === undefined
      ? await call('GET', paths.one, { params, query })
      : await call('GET', paths.reply, {
          params: { ...params, commentReplyId: replyId },
          query,
        });
  return 'markdown' in body ? body.markdown : '';
};

/** A change of a comment or reply. */
interface Change {
  readonly commentId: string;
  readonly replyId?: string | undefined;
  readonly resolved?: boolean;
  readonly body?: { readonly markdown: string };
  readonly addedReactions?: readonly string[];
  readonly removedReactions?: readonly string[];
}

// Counts of comments are in the answers about spaces and change requests.
const isAffected = (path: unknown): boolean =>
  typeof path === 'string' &&
  (path.includes('/comments') ||
    path === '/spaces/{spaceId}' ||
    path === '/spaces/{spaceId}/change-requests/{changeRequestId}');

/** Writes, changes and deletes comments and replies. */
export const useDiscussion = (discussion: Discussion) => {
  const queries = useQueryClient();
  const options = {
    onSuccess: () => queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => isAffected(path) }),
    onError: (error: Error) => notify(error.message, { isError: true }),
  };
  const paths = pathsOf(discussion);
  const params = paramsOf(discussion);
  const post = useMutation({
    mutationFn: ({ markdown, ...target }: Target & { readonly markdown: string }) =>
      call('POST', paths.list, { params, body: { body: { markdown }, ...target } }),
    ...options,
  });
  const reply = useMutation({
    mutationFn: ({ commentId, markdown }: { readonly commentId: string; readonly markdown: string }) =>
      call('POST', paths.replies, {
        params: { ...params, commentId },
        body: { body: { markdown } },
      }),
    ...options,
  });
  const change = useMutation({
    mutationFn: async ({ commentId, replyId, ...body }: Change): Promise<void> => {
      const at = { ...params, commentId };
      if (replyId === undefined) await call('PUT', paths.one, { params: at, body });
      else
        await call('PUT', paths.reply, {
          params: { ...at, commentReplyId: replyId },
          body,
        });
    },
    ...options,
  });
  const remove = useMutation({
    mutationFn: async ({ commentId, replyId }: Pick<Change, 'commentId' | 'replyId'>): Promise<void> => {
      const at = { ...params, commentId };
      if (replyId === undefined) await call('DELETE', paths.one, { params: at });
      else
        await call('DELETE', paths.reply, {
          params: { ...at, commentReplyId: replyId },
        });
    },
    ...options,
  });
  return { post, reply, change, remove };
};
