import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import type { ContentPlace } from './content-place.ts';
import { pagePath } from './page-address.ts';

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
  /** The block or heading that is shown. */
  readonly hash?: string;
  readonly className?: string | undefined;
  readonly tabIndex?: number;
  readonly draggable?: boolean;
  readonly title?: string;
  readonly 'data-current'?: boolean | undefined;
  readonly 'data-editing'?: boolean | undefined;
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
      ? { search: true as const, hash: true as const, replace: true, ignoreBlocker: true, resetScroll: false }
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

const routeOf = ({ spaceId, changeRequestId }: ContentPlace, path: string) =>
  changeRequestId === undefined
    ? ({ to: '/s/$spaceId/$', params: { spaceId, _splat: path } } as const)
    : ({
        to: '/s/$spaceId/~/changes/$changeRequestId/$',
        params: { spaceId, changeRequestId, _splat: path },
      } as const);

const isPlainClick = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey;

/** A link to a page in a long list. It does what the link of the router does, which is too slow for hundreds of them. */
export const ListedPageLink = ({
  place,
  path,
  onOpen,
  children,
  ...attributes
}: {
  readonly place: ContentPlace;
  readonly path: string;
  /** Opens the page in this window. */
  readonly onOpen: () => void;
  readonly className?: string | undefined;
  readonly tabIndex?: number;
  readonly draggable?: boolean;
  readonly 'aria-current'?: 'page' | undefined;
  readonly 'data-current'?: boolean | undefined;
  readonly children: ReactNode;
}) => {
  const router = useRouter();
  return (
    <a
      {...attributes}
      href={`${router.basepath}${encodeURI(pagePath(place, path))}`}
      // The screen of pages is loaded while the pointer is still on its way.
      onPointerEnter={() => void router.preloadRoute(routeOf(place, path)).catch(() => undefined)}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onOpen();
      }}
    >
      {children}
    </a>
  );
};
