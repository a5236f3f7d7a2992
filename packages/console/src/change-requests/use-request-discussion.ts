import { useMemo } from 'react';
import type { Discussion } from '../comments/discussion.ts';
import type { ChangeRequest } from './queries.ts';

/** The comments of a change request, and what the user may do there. */
export const useRequestDiscussion = ({ space, id, permissions, status }: ChangeRequest): Discussion => {
  const mayComment = permissions?.comment === true;
  const mayEdit = permissions?.edit === true && (status === 'open' || status === 'draft');
  return useMemo(
    () => ({ spaceId: space, changeRequestId: id, mayComment, mayEdit }),
    [space, id, mayComment, mayEdit],
  );
};
