import { useParams, useSearch } from '@tanstack/react-router';
import { PageView } from './page-view.tsx';

/** A page of a space, by its path. */
export const PageRoute = () => {
  const { spaceId, _splat = '' } = useParams({ from: '/s/$spaceId/$' });
  const { edit, source, comments } = useSearch({ from: '/s/$spaceId/$' });
  return (
    <PageView
      key={spaceId}
      spaceId={spaceId}
      path={_splat}
      isEditing={edit === true}
      isSource={source === true}
      areCommentsOpen={comments === true}
    />
  );
};
