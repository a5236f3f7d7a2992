import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { openEvents } from '../api/events.ts';
import { keyOf } from '../api/queries.ts';
import { followInbox } from './inbox-events.ts';

// A new notification is about a comment or a review, which may be on the screen.
const isAffected = (path: unknown): boolean =>
  typeof path === 'string' && /^\/user\/notifications|\/comments|\/reviews/.test(path);

/**
 * The number of unread notifications, live while the tab is visible: browsers allow few connections to a server, and all
 * tabs share them.
 */
export const useUnread = (): number | undefined => {
  const queries = useQueryClient();
  const [unread, setUnread] = useState<number>();
  useEffect(() => {
    let last: number | undefined;
    let end: (() => void) | undefined;
    const start = () =>
      followInbox({
        connect: () => openEvents('/user/notifications/events'),
        onUnread: (next) => {
          setUnread(next);
          // The first number is as old as the screen.
          if (last !== undefined)
            void queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => isAffected(path) });
          last = next;
        },
        // If the session has ended, this leads to the sign-in page.
        onRefused: () => void queries.invalidateQueries({ queryKey: keyOf('/user') }),
      });
    const update = () => {
      const isVisible = document.visibilityState === 'visible';
      if (isVisible) end ??= start();
      else {
        end?.();
        end = undefined;
      }
    };
    update();
    document.addEventListener('visibilitychange', update);
    return () => {
      document.removeEventListener('visibilitychange', update);
      end?.();
    };
  }, [queries]);
  return unread;
};
