import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ContentPlace } from '../pages/content-place.ts';

/** A link to a reusable content of a space or a change request, or to all that its pages share. */
export const SharedContentLink = ({
  place: { spaceId, changeRequestId },
  reusableContentId,
  children,
  ...attributes
}: {
  readonly place: ContentPlace;
  readonly reusableContentId?: string;
  readonly className?: string | undefined;
  readonly title?: string;
  readonly children: ReactNode;
}) => {
  const search = reusableContentId === undefined ? {} : { content: reusableContentId };
  return changeRequestId === undefined ? (
    <Link to="/s/$spaceId/~/shared" params={{ spaceId }} search={search} {...attributes}>
      {children}
    </Link>
  ) : (
    <Link
      to="/s/$spaceId/~/changes/$changeRequestId/~/shared"
      params={{ spaceId, changeRequestId }}
      search={search}
      {...attributes}
    >
      {children}
    </Link>
  );
};

/** Opens a reusable content, or the list of all. */
export const useOpenSharedContent = (place: ContentPlace) => {
  const navigate = useNavigate();
  return (content?: string, { spaceId, changeRequestId }: ContentPlace = place): Promise<void> => {
    const search = content === undefined ? {} : { content };
    return changeRequestId === undefined
      ? navigate({ to: '/s/$spaceId/~/shared', params: { spaceId }, search })
      : navigate({
          to: '/s/$spaceId/~/changes/$changeRequestId/~/shared',
          params: { spaceId, changeRequestId },
          search,
        });
  };
};
