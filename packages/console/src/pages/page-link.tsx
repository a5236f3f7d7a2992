import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ContentPlace } from './content-place.ts';

/** The path of a page in the console, below `/app`. */
export const pagePath = ({ spaceId, changeRequestId }: ContentPlace, path: string): string =>
  changeRequestId === undefined
    ? `/s/${spaceId}/${path}`
    : `/s/${spaceId}/~/changes/${changeRequestId}/${path}`;

/** A link to a page of a space or a change request. */
export const PageLink = ({
  place: { spaceId, changeRequestId },
  path,
  isEdited = false,
  children,
  ...attributes
}: {
  readonly place: ContentPlace;
  readonly path: string;
  /** Whether the link opens the editor. */
  readonly isEdited?: boolean;
  readonly className?: string | undefined;
  readonly tabIndex?: number;
  readonly draggable?: boolean;
  readonly 'data-current'?: boolean | undefined;
  readonly children: ReactNode;
}) => {
  const search = isEdited ? { edit: true } : {};
  return changeRequestId === undefined ? (
    <Link to="/s/$spaceId/$" params={{ spaceId, _splat: path }} search={search} {...attributes}>
      {children}
    </Link>
  ) : (
    <Link
      to="/s/$spaceId/~/changes/$changeRequestId/$"
      params={{ spaceId, changeRequestId, _splat: path }}
      search={search}
      {...attributes}
    >
      {children}
    </Link>
  );
};

/** Opens a page of a space or a change request by its path. */
export const useOpenPage = () => {
  const navigate = useNavigate();
  return (
    { spaceId, changeRequestId }: ContentPlace,
    path: string,
    {
      isEdited = false,
      isMoved = false,
    }: {
      readonly isEdited?: boolean;
      /** Whether it is the page that is shown, at a new path. */
      readonly isMoved?: boolean;
    } = {},
  ): Promise<void> => {
    const search = isEdited ? { edit: true } : {};
    const options = isMoved
      ? { search: true as const, replace: true, ignoreBlocker: true, resetScroll: false }
      : { search };
    return changeRequestId === undefined
      ? navigate({ to: '/s/$spaceId/$', params: { spaceId, _splat: path }, ...options })
      : navigate({
          to: '/s/$spaceId/~/changes/$changeRequestId/$',
          params: { spaceId, changeRequestId, _splat: path },
          ...options,
        });
  };
};
