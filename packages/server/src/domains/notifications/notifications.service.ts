import type { Caller } from '../../kernel/auth/principal.ts';
import type { PageRequest } from '../../kernel/contract/paging.ts';
import type { Database } from '../../kernel/database/database.ts';
import { notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import {
  countUnread,
  deleteOldNotifications,
  findNotification,
  listNotifications,
  markAllRead,
  markNotification,
  type NotificationFilter,
  type NotificationRow,
} from './notifications.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock'>;

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = 90 * DAY_MS;
const REMOVED_AT_ONCE = 5000;

/** What people were told, read and marked by them. */
export const createNotificationsService = ({ db, transaction, clock }: Dependencies) => {
  const get = async (caller: Caller, id: string, executor: Database = db): Promise<NotificationRow> => {
    const found = await findNotification(executor, caller.principal.userId, id);
    if (!found) throw notFound('notification');
    return found;
  };

  return {
    get,

    list: async ({ principal }: Caller, filter: NotificationFilter, page: PageRequest) => {
      const [found, unread] = await Promise.all([
        listNotifications(db, principal.userId, filter, page),
        countUnread(db, principal.userId),
      ]);
      return { found, unread };
    },

    mark: (caller: Caller, id: string, status: 'read' | 'unread'): Promise<NotificationRow> =>
      transaction(async (tx) => {
        await get(caller, id, tx);
        await markNotification(tx, caller.principal.userId, id, status === 'read' ? clock.now() : null);
        return get(caller, id, tx);
      }),

    /** Marks everything up to a notification as read, or everything; how many are left. */
    markAll: ({ principal: { userId } }: Caller, until?: string): Promise<number> =>
      transaction(async (tx) => {
        await markAllRead(tx, userId, until, clock.now());
        return countUnread(tx, userId);
      }),

    /** Removes what was read long ago. */
    removeOld: async (): Promise<void> => {
      const before = new Date(clock.now().getTime() - KEPT_MS);
      while ((await deleteOldNotifications(db, before, REMOVED_AT_ONCE)) === REMOVED_AT_ONCE);
    },
  };
};

/** What people were told. */
export type NotificationsService = ReturnType<typeof createNotificationsService>;
