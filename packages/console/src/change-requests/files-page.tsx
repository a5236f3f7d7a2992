import { useSuspenseQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { PageLink } from '../pages/page-link.tsx';
import { useEditMode } from '../pages/use-edit-mode.ts';
import type { ChangedItem } from '../review/changed-items.ts';
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
  const place = { spaceId: request.space, changeRequestId: String(request.number) };
  const mode = useEditMode(place);
  const editLink = ({ kind, detail, actions }: ChangedItem) =>
    mode === 'direct' &&
    kind === 'page' &&
    detail !== '' &&
    !actions.includes('deleted') && (
      <PageLink place={place} path={detail} isEdited className="button button-secondary button-small">
        <Pencil size={14} aria-hidden="true" /> Edit
      </PageLink>
    );
  return (
    <ComparisonView
      comparison={comparisonOf(request)}
      search={search}
      discussion={discussion}
      actionsOf={editLink}
    />
  );
};
