import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { ChangeRequestBar } from '../change-requests/change-request-bar.tsx';
import { readChangeRequest } from '../change-requests/queries.ts';
import { SpaceLayout } from '../spaces/space-layout.tsx';
import { PageView } from './page-view.tsx';

const IN_CHANGE_REQUEST = '/s/$spaceId/~/changes/$changeRequestId/$';

/** `/s/$spaceId/$`: a page of a space, by its path. */
export const PageRoute = () => {
  const { spaceId, _splat = '' } = useParams({ from: '/s/$spaceId/$' });
  const { edit, source, comments, propose } = useSearch({ from: '/s/$spaceId/$' });
  return (
    <PageView
      key={spaceId}
      place={{ spaceId }}
      path={_splat}
      isEditing={edit === true}
      isSource={source === true}
      areCommentsOpen={comments === true}
      isProposing={propose === true}
    />
  );
};

/** `/s/$spaceId/~/changes/$changeRequestId/$`: a page of a change request, by its path. */
export const ChangeRequestPageRoute = () => {
  const { _splat = '', ...params } = useParams({ from: IN_CHANGE_REQUEST });
  const { edit, source, comments } = useSearch({ from: IN_CHANGE_REQUEST });
  const { data: request } = useSuspenseQuery(readChangeRequest(params));
  // Drafts in the browser are found by the number, whichever of the two the address has.
  const place = { spaceId: params.spaceId, changeRequestId: String(request.number) };
  return (
    <SpaceLayout place={place} bar={<ChangeRequestBar place={place} />}>
      <PageView
        key={request.id}
        place={place}
        path={_splat}
        isEditing={edit === true}
        isSource={source === true}
        areCommentsOpen={comments === true}
      />
    </SpaceLayout>
  );
};
