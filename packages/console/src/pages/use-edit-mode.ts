import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { read } from '../api/queries.ts';
import { readChangeRequest } from '../change-requests/queries.ts';
import type { ContentPlace } from './content-place.ts';

/** How the user may edit content: directly, or by proposing changes in a change request. */
export type EditMode = 'direct' | 'propose';

/** How the user may edit the content of a space or a change request; undefined if not at all. */
export const useEditMode = ({ spaceId, changeRequestId }: ContentPlace): EditMode | undefined => {
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId } }));
  const { data: request } = useQuery({
    ...readChangeRequest({ spaceId, changeRequestId: changeRequestId ?? '' }),
    enabled: changeRequestId !== undefined,
  });
  if (changeRequestId !== undefined) {
    const isEditable = request?.status === 'draft' || request?.status === 'open';
    return isEditable && request.permissions?.edit ? 'direct' : undefined;
  }
  if (space.permissions.edit && space.editMode === 'live') return 'direct';
  return space.permissions.comment ? 'propose' : undefined;
};
