import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ComparisonView } from '../review/comparison-view.tsx';
import type { ComparisonSearch } from '../review/search.ts';
import { type ChangeRequestParams, comparisonOf, readChangeRequest } from './queries.ts';

/** The changes of a change request, page by page. */
export const FilesPage = ({
  params,
  search,
}: {
  readonly params: ChangeRequestParams;
  readonly search: ComparisonSearch;
}) => {
  const { data: request } = useSuspenseQuery(readChangeRequest(params));
  const { space, id, permissions } = request;
  const mayComment = permissions?.comment === true;
  const discussion = useMemo(
    () => ({ spaceId: space, changeRequestId: id, mayComment }),
    [space, id, mayComment],
  );
  return <ComparisonView comparison={comparisonOf(request)} search={search} discussion={discussion} />;
};
