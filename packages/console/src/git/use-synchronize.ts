import { call } from '../api/client.ts';
import type { Request } from '../api/operations.ts';
import { useGitMutation } from './queries.ts';

type Options = Request<'POST', '/spaces/{spaceId}/git/connection/sync'>['body'];

/** Starts an import from the connected repository, or an export to it. */
export const useSynchronize = (spaceId: string, onSuccess?: () => void) =>
  useGitMutation(
    spaceId,
    (body: Options) => call('POST', '/spaces/{spaceId}/git/connection/sync', { params: { spaceId }, body }),
    onSuccess ? { onSuccess } : {},
  );
