import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../api/queries.ts';
import { type CommentDrafts, createCommentDrafts } from './comment-drafts.ts';
import type { Discussion } from './discussion.ts';

/** The comments of the user on a page, or on a whole change request, that are not posted. */
export const useCommentDrafts = (
  { spaceId, changeRequestId = '' }: Pick<Discussion, 'spaceId' | 'changeRequestId'>,
  pageId = '',
): CommentDrafts => {
  const { data: user } = useSuspenseQuery(read('/user'));
  return useMemo(
    () => createCommentDrafts(localStorage, user.id, [spaceId, changeRequestId, pageId].join('/')),
    [user.id, spaceId, changeRequestId, pageId],
  );
};
