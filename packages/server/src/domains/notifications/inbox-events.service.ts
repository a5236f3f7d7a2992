import type { Caller } from '../../kernel/auth/principal.ts';
import { SESSION_ENDED_TOPIC, sessionExists } from '../../kernel/auth/session-store.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { countUnread } from './notifications.store.ts';

/** The topic of changes of a user's notifications. */
export const INBOX_TOPIC = 'inbox';

interface Follower {
  readonly wake: () => void;
  readonly end: () => void;
}

type Dependencies = Pick<Kernel, 'db' | 'notifications' | 'shutdown'>;

// More than anybody has tabs; the oldest end.
const MAX_FOLLOWERS = 50;

/** Reports changes of a user's notifications as they happen. */
export const createInboxEventsService = ({ db, notifications, shutdown }: Dependencies) => {
  const followers = new Map<string, Set<Follower>>();
  let isListening = false;

  const listen = () => {
    if (isListening) return;
    isListening = true;
    for (const topic of [INBOX_TOPIC, SESSION_ENDED_TOPIC])
      notifications.on(topic, (userId) => {
        for (const { wake } of followers.get(userId) ?? []) wake();
      });
    const endAll = () => {
      for (const all of followers.values()) for (const { end } of all) end();
    };
    // Changes may be missed: clients connect again, and get the current state.
    notifications.onConnectionLost(endAll);
    shutdown.addEventListener('abort', endAll);
  };

  const add = (userId: string, follower: Follower): (() => void) => {
    const all = followers.get(userId) ?? new Set();
    followers.set(userId, all.add(follower));
    if (all.size > MAX_FOLLOWERS) [...all][0]!.end();
    return () => {
      all.delete(follower);
      if (all.size === 0) followers.delete(userId);
    };
  };

  return {
    /** The number of unread notifications, now and after every change, until the signal is aborted or the session ends. */
    follow: async function* (
      { principal: { userId, sessionId } }: Caller,
      signal: AbortSignal,
    ): AsyncGenerator<{ readonly unread: number }> {
      listen();
      let hasChanged = true;
      let hasEnded = shutdown.aborted || signal.aborted;
      let next = () => {};
      const wake = () => {
        hasChanged = true;
        next();
      };
      const end = () => {
        hasEnded = true;
        next();
      };
      const remove = add(userId, { wake, end });
      signal.addEventListener('abort', end);
      try {
        while (!hasEnded) {
          if (hasChanged) {
            hasChanged = false;
            if (sessionId !== undefined && !(await sessionExists(db, sessionId))) return;
            yield { unread: await countUnread(db, userId) };
          } else
            await new Promise<void>((resolve) => {
              next = resolve;
            });
        }
      } finally {
        signal.removeEventListener('abort', end);
        remove();
      }
    },
  };
};

/** Service that reports changes of notifications. */
export type InboxEventsService = ReturnType<typeof createInboxEventsService>;
