import type { Document } from '@lectern/document';
import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type ContentPlace, refreshContent, shownRevision } from '../pages/content-place.ts';
import type { LiveConnection, LiveState } from './connection.ts';
import type { FollowedPage, FollowedText } from './follow-page.ts';
import type { Person } from './messages.ts';

const Connection = createContext<LiveConnection | undefined>(undefined);

/** A function that reads the content again; in the background, when the tab is looked at. */
const useRefresh = (): (() => void) => {
  const queries = useQueryClient();
  const isOutdated = useRef(false);
  const refresh = useCallback(() => {
    if (!isOutdated.current || document.visibilityState === 'hidden') return;
    isOutdated.current = false;
    void refreshContent(queries);
  }, [queries]);
  useEffect(() => {
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, [refresh]);
  return useCallback(() => {
    isOutdated.current = true;
    refresh();
  }, [refresh]);
};

/** Somebody whose screen this one follows. */
export interface Followed {
  readonly id: string;
  readonly displayName: string;
}

interface Following {
  readonly followed: Followed | undefined;
  readonly follow: (person: Followed | undefined) => void;
}

const FollowingContext = createContext<Following>({ followed: undefined, follow: () => undefined });

/** Whom this screen follows, and a function that changes it. */
export const useFollowing = (): Following => useContext(FollowingContext);

/** Connects the screens of a space or a change request with the other people in it. */
export const LivePlace = ({
  place: { spaceId, changeRequestId },
  children,
}: {
  readonly place: ContentPlace;
  readonly children: ReactNode;
}) => {
  const [connection, setConnection] = useState<LiveConnection>();
  const [followed, follow] = useState<Followed>();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const following = useMemo(() => ({ followed, follow }), [followed]);
  useEffect(() => {
    let opened: LiveConnection | undefined;
    let isGone = false;
    const place = { spaceId, ...(changeRequestId !== undefined && { changeRequestId }) };
    const revision = shownRevision(queries, place);
    // The first screen does not wait for it.
    import('./connection.ts').then(
      ({ connectTo }) => {
        if (isGone) return;
        opened = connectTo(place, { revision, onChange: refresh });
        setConnection(opened);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      opened?.close();
      setConnection(undefined);
      follow(undefined);
    };
  }, [queries, refresh, spaceId, changeRequestId]);
  return (
    <Connection value={connection}>
      <FollowingContext value={following}>{children}</FollowingContext>
    </Connection>
  );
};

/** The connection of the space or change request; undefined until there is one. */
export const useConnection = (): LiveConnection | undefined => useContext(Connection);

const never = () => () => undefined;

const NOBODY: readonly Person[] = [];

/** The other people in the space or change request, each once. */
export const useOthers = (): readonly Person[] => {
  const connection = useConnection();
  return useSyncExternalStore(connection?.watch ?? never, () => connection?.state().others ?? NOBODY);
};

/** Whether a page is open in another editor, also one of the same person. */
export const useOtherEditors = (page: string): boolean => {
  const connection = useConnection();
  const isOpen = () => {
    const { id, mayEdit, people }: Partial<LiveState> = connection?.state() ?? {};
    const own = people?.find((person) => person.id === id);
    return (
      mayEdit === true &&
      own !== undefined &&
      people!.some(
        (person) =>
          person !== own &&
          person.page === page &&
          person.isEditing &&
          person.changeRequest === own.changeRequest,
      )
    );
  };
  return useSyncExternalStore(connection?.watch ?? never, isOpen);
};

/** Tells the others which page is open in this tab. */
export const useHere = (page: string, isEditing: boolean): void => {
  const connection = useConnection();
  useEffect(() => {
    connection?.move({ page, isEditing, cursor: null });
    return () => connection?.move({ page: null, isEditing: false, cursor: null });
  }, [connection, page, isEditing]);
};

/** The text of a page while somebody else writes in it, for one who reads it; undefined at all other times. */
export const useFollowedPage = (page: string, isRead: boolean, shown: Document): FollowedText | undefined => {
  const connection = useConnection();
  const queries = useQueryClient();
  const isWritten = useOthers().some((person) => person.page === page && person.isEditing);
  const [followed, setFollowed] = useState<FollowedText>();
  const version = useRef(shown);
  const following = useRef<FollowedPage>(undefined);
  useEffect(() => {
    version.current = shown;
    following.current?.redraw();
  }, [shown]);
  useEffect(() => {
    if (!connection || !isRead || !isWritten) return;
    let isGone = false;
    let last: FollowedText | undefined;
    import('./follow-page.ts').then(
      ({ followPage }) => {
        if (isGone) return;
        following.current = followPage(
          connection,
          page,
          () => version.current,
          (text) => {
            last = text;
            setFollowed(text);
          },
        );
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      const ended = following.current?.end();
      following.current = undefined;
      // What was written is shown until the page has it.
      void Promise.resolve(ended)
        .then(() => refreshContent(queries))
        .finally(() => setFollowed((now) => (now === last ? undefined : now)));
    };
  }, [connection, queries, page, isRead, isWritten]);
  return followed;
};
