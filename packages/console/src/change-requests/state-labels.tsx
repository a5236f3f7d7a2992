import { useSuspenseQuery } from '@tanstack/react-query';
import { verdictsOf } from './latest-reviews.ts';
import { type ChangeRequest, type ChangeRequestParams, readMergeStatus, readReviews } from './queries.ts';
import { StateLabel } from './status-badge.tsx';

/** Labels of a change request that is not merged: the verdict of its reviewers, conflicts, and whether it is behind its space. */
export const StateLabels = ({
  params,
  request,
}: {
  readonly params: ChangeRequestParams;
  readonly request: ChangeRequest;
}) => {
  const { data: reviews } = useSuspenseQuery(readReviews(params));
  const { data: merge } = useSuspenseQuery(readMergeStatus(params));
  if (request.status === 'merged' || request.status === 'archived') return null;
  const { approved, objecting } = verdictsOf(reviews.items);
  return (
    <>
      {objecting.length > 0 && <StateLabel state="changes-requested">Changes requested</StateLabel>}
      {objecting.length === 0 && approved.length > 0 && <StateLabel state="approved">Approved</StateLabel>}
      {merge.conflicts !== 'none' && <StateLabel state="conflicts">Conflicts</StateLabel>}
      {merge.conflicts === 'none' && request.outdated && (
        <StateLabel state="behind">Behind the space</StateLabel>
      )}
    </>
  );
};
