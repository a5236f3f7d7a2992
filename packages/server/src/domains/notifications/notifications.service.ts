import type { Caller } from '../../kernel/auth/principal.ts';
import type { PageRequest } from '../../kernel/contract/paging.ts';
import type { Database } from '../../kernel/database/database.ts';
import { notify } from '../../kernel/database/notifications.ts';
import { notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { INBOX_TOPIC } from './inbox-events.service.ts';
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
const RETENTION_MS = 90 * DAY_MS;
const DELETE_BATCH = 5000;

/** Reads notifications, and marks them as read. */
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
        await notify(tx, INBOX_TOPIC, caller.principal.userId);
        return get(caller, id, tx);
      }),

    /** Marks all notifications as read, or those up to one; returns the number of unread ones. */
    markAll: ({ principal: { userId } }: Caller, until?: string): Promise<number> =>
      transaction(async (tx) => {
        await markAllRead(tx, userId, until, clock.now());
        await notify(tx, INBOX_TOPIC, userId);
        return countUnread(tx, userId);
      }),

    /** Deletes notifications that were read before the retention period. */
    removeOld: async (): Promise<void> => {
      const before = new Date(clock.now().getTime() - RETENTION_MS);
      while ((await deleteOldNotifications(db, before, DELETE_BATCH)) === DELETE_BATCH);
    },
  };
};

/** Service for the notifications of a user. */
export type NotificationsService = ReturnType<typeof createNotificationsService>;
