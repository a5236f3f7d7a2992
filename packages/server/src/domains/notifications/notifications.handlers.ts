import type { Static } from 'typebox';
import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import type { Links } from '../../kernel/links.ts';
import { toUserFor } from '../identity/index.ts';
import type { InboxEventsService } from './inbox-events.service.ts';
import { notificationPath } from './notification-path.ts';
import type { Notification, notificationsContract } from './notifications.contract.ts';
import type { NotificationsService } from './notifications.service.ts';
import type { NotificationRow } from './notifications.store.ts';

type NotificationObject = Static<typeof Notification>;

const toNotification = (links: Links, row: NotificationRow): NotificationObject => ({
  object: 'notification',
  id: row.id,
  kind: row.kind as NotificationObject['kind'],
  status: row.read_at ? 'read' : 'unread',
  createdAt: row.created_at.toISOString(),
  ...(row.read_at && { readAt: row.read_at.toISOString() }),
  ...(row.actor && { actor: toUserFor(links, row.actor, row) }),
  organization: row.organization_id,
  space: { id: row.space_id, title: row.space_title },
  ...(row.change_request_id &&
    row.change_request_number !== null && {
      changeRequest: {
        id: row.change_request_id,
        number: row.change_request_number,
        subject: row.change_request_subject ?? '',
      },
    }),
  ...(row.review_id && {
    review: { id: row.review_id, ...(row.verdict && { status: row.verdict as 'approved' }) },
  }),
  ...(row.linked_comment_id && { comment: row.linked_comment_id }),
  ...(row.reply_id && { reply: row.reply_id }),
  ...(row.page_id && { page: row.page_id }),
  ...(row.excerpt && { excerpt: row.excerpt }),
  urls: {
    location: links.apiUrl(`/user/notifications/${row.id}`),
    app: links.appUrl(notificationPath(row)),
  },
});

/** Maps operations to the service, and its results to responses. */
export const notificationsHandlers = (
  notifications: NotificationsService,
  inboxEvents: InboxEventsService,
  links: Links,
): Handlers<typeof notificationsContract> => {
  const present = (row: NotificationRow) => toNotification(links, row);
  return {
    listUserNotifications: async ({ caller, query, page }) => {
      const { found, unread } = await notifications.list(caller, query, page);
      return { ...listOf(page, found, (row) => [row.id], present), unread };
    },
    followUserNotifications: async ({ caller, signal }) => inboxEvents.follow(caller, signal),
    getUserNotification: async ({ caller, params }) =>
      present(await notifications.get(caller, params.notificationId)),
    updateUserNotification: async ({ caller, params, body }) =>
      present(await notifications.mark(caller, params.notificationId, body.status)),
    readUserNotifications: async ({ caller, body }) => ({
      unread: await notifications.markAll(caller, body.until),
    }),
  };
};
