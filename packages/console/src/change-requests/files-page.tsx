import { useSuspenseQuery } from '@tanstack/react-query';
import { ComparisonView } from '../review/comparison-view.tsx';
import type { ComparisonSearch } from '../review/search.ts';
import { type ChangeRequestParams, comparisonOf, readChangeRequest } from './queries.ts';
import { useRequestDiscussion } from './use-request-discussion.ts';

/** The changes of a change request, page by page. */
export const FilesPage = ({
  params,
  search,
}: {
  readonly params: ChangeRequestParams;
  readonly search: ComparisonSearch;
}) => {
  const { data: request } = useSuspenseQuery(readChangeRequest(params));
  const discussion = useRequestDiscussion(request);
  return <ComparisonView comparison={comparisonOf(request)} search={search} discussion={discussion} />;
};
