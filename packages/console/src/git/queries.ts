import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../api/client.ts';
import type { ItemOf, Response } from '../api/operations.ts';
import { keyOf, read } from '../api/queries.ts';
import { notify } from '../primitives/toasts.tsx';

const CONNECTION = '/spaces/{spaceId}/git/connection';

/** The repository that a space is connected to. */
export type GitConnection = Response<'GET', typeof CONNECTION>;

/** An import or an export of a space. */
export type GitOperation = ItemOf<'/spaces/{spaceId}/git/operations'>;

/** The result of a check of the connection. */
export type GitCheck = Response<'POST', '/spaces/{spaceId}/git/connection/check'>;

const POLL_MS = 1000;

/** Whether an operation waits or runs. */
export const isActive = ({ state }: Pick<GitOperation, 'state'>): boolean =>
  state === 'pending' || state === 'running';

const orNull = async <T>(found: Promise<T>): Promise<T | null> => {
  try {
    return await found;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
};

/** The connection of a space; null if there is none. */
export const readConnection = (spaceId: string) =>
  queryOptions({
    queryKey: keyOf(CONNECTION, { params: { spaceId } }),
    queryFn: ({ signal }) => orNull(call('GET', CONNECTION, { params: { spaceId } }, signal)),
  });

/** The running operation of a space, or the last one; null if there is none. Asks again while it runs. */
export const readLastOperation = (spaceId: string) =>
  queryOptions({
    queryKey: keyOf('/spaces/{spaceId}/git/operation', { params: { spaceId } }),
    queryFn: ({ signal }) =>
      orNull(call('GET', '/spaces/{spaceId}/git/operation', { params: { spaceId } }, signal)),
    refetchInterval: ({ state }) => (state.data && isActive(state.data) ? POLL_MS : 10 * POLL_MS),
  });

/** Reads everything about Git and the content of a space again. */
export const useGitRefresh = (spaceId: string) => {
  const queries = useQueryClient();
  const params = { spaceId };
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: keyOf(CONNECTION, { params }) }),
      queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}/git/operation', { params }) }),
      queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}/git/operations', { params }) }),
      queries.invalidateQueries({ queryKey: read('/spaces/{spaceId}', { params }).queryKey }),
      queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}/content/pages', { params }) }),
    ]);
  };
};

/** Runs a change of the connection, then reads it again; forms show errors by themselves. */
export const useGitMutation = <Input = void, Output = unknown>(
  spaceId: string,
  mutationFn: (input: Input) => Promise<Output>,
  options: { readonly isForm?: boolean; readonly onSuccess?: (output: Output) => void } = {},
) => {
  const refresh = useGitRefresh(spaceId);
  return useMutation({
    mutationFn,
    onSuccess: async (output) => {
      await refresh();
      options.onSuccess?.(output);
    },
    onError: (error: Error) => {
      if (!options.isForm) notify(error.message, { isError: true });
    },
  });
};
