import { call } from '../api/client.ts';
import type { ListedChangeRequest } from './queries.ts';

const SHOWN = 20;

/** The drafts and open change requests of a user in a space, the last changed first. */
export const findOwnRequests = async (
  spaceId: string,
  creator: string,
): Promise<readonly ListedChangeRequest[]> => {
  const lists = await Promise.all(
    (['draft', 'open'] as const).map((status) =>
      call('GET', '/spaces/{spaceId}/change-requests', {
        params: { spaceId },
        query: { status, creator, limit: SHOWN },
      }),
    ),
  );
  return lists
    .flatMap(({ items }) => items)
    .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt));
};

/** Whether nothing was done in a draft yet, so that it can be used instead of a new one. */
export const isUntouched = ({
  status,
  subject,
  revision,
  revisionInitial,
  outdated,
}: Pick<ListedChangeRequest, 'status' | 'subject' | 'revision' | 'revisionInitial' | 'outdated'>): boolean =>
  status === 'draft' && subject === '' && revision === revisionInitial && !outdated;
