import { useMutation, useQueryClient } from '@tanstack/react-query';
import { NetworkError } from '../api/client.ts';
import type { ItemOf, Response } from '../api/operations.ts';
import { read } from '../api/queries.ts';
import { refreshContent } from '../pages/content-place.ts';
import { notify } from '../primitives/toasts.tsx';
import type { Comparison } from '../review/comparison.ts';

/** The path of one change request. */
export const CHANGE_REQUEST = '/spaces/{spaceId}/change-requests/{changeRequestId}';

/** The most characters of a subject. */
export const SUBJECT_LENGTH = 100;

/** A change request with the permissions of the user. */
export type ChangeRequest = Response<'GET', typeof CHANGE_REQUEST>;

/** A change request in a list. */
export type ListedChangeRequest = ItemOf<'/spaces/{spaceId}/change-requests'>;

/** The address of a change request; the number in its space serves as its id. */
export interface ChangeRequestParams {
  readonly spaceId: string;
  readonly changeRequestId: string;
}

/** A change request by its id or number. */
export const readChangeRequest = (params: ChangeRequestParams) => read(CHANGE_REQUEST, { params });

/** The obstacles to a merge. */
export const readMergeStatus = (params: ChangeRequestParams) =>
  read(`${CHANGE_REQUEST}/merge-status`, { params });

/** The newest reviews. */
export const readReviews = (params: ChangeRequestParams) =>
  read(`${CHANGE_REQUEST}/reviews`, { params, query: { limit: 100, format: 'document' } });

/** The newest changes of the status. */
export const readStatusChanges = (params: ChangeRequestParams) =>
  read(`${CHANGE_REQUEST}/status-changes`, { params, query: { limit: 100 } });

/** A change of the status of a change request. */
export type StatusChange = ItemOf<'/spaces/{spaceId}/change-requests/{changeRequestId}/status-changes'>;

/** The people who were asked for a review. */
export const readRequestedReviewers = (params: ChangeRequestParams) =>
  read(`${CHANGE_REQUEST}/requested-reviewers`, { params, query: { limit: 100 } });

/** The revisions that a change request compares. */
export const comparisonOf = ({
  space,
  revision,
  revisionInitial,
  revisionMergedAncestor,
}: ChangeRequest): Comparison => ({
  spaceId: space,
  before: revisionMergedAncestor ?? revisionInitial,
  after: revision,
});

/** Runs a change of a change request, then reads everything about change requests and the space again. */
export const useChangeRequestMutation = <Input = void, Output = unknown>(
  mutationFn: (input: Input) => Promise<Output>,
  options: { readonly onSuccess?: (output: Output) => void } = {},
) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (output) => {
      await refreshContent(queries);
      options.onSuccess?.(output);
    },
    onError: async (error: Error) => {
      notify(error.message, { isError: true });
      // Others may have changed it, which is why it failed. Nobody waits for reads that fail, too.
      const refreshed = refreshContent(queries);
      if (!(error instanceof NetworkError)) await refreshed;
    },
  });
};
