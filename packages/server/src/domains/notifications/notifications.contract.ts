import Type from 'typebox';
import { Id, List, OneOf, pagedQuery, Timestamp, Url } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { User } from '../identity/index.ts';
import { KINDS } from './notification-kinds.ts';

const Status = OneOf(['unread', 'read']);

const Unread = Type.Integer({ description: 'The number of your unread notifications' });

/** A notification of the caller. */
export const Notification = Type.Object({
  object: Type.Literal('notification'),
  id: Id,
  kind: OneOf(KINDS),
  status: Status,
  createdAt: Timestamp,
  readAt: Type.Optional(Timestamp),
  actor: Type.Optional(User),
  organization: Id,
  space: Type.Object({ id: Id, title: Type.String() }),
  changeRequest: Type.Optional(Type.Object({ id: Id, number: Type.Integer(), subject: Type.String() })),
  review: Type.Optional(
    Type.Object({ id: Id, status: Type.Optional(OneOf(['changes-requested', 'approved'])) }),
  ),
  comment: Type.Optional(Id),
  reply: Type.Optional(Id),
  page: Type.Optional(Id),
  excerpt: Type.Optional(
    Type.String({ description: 'The beginning of the comment at the time of the notification' }),
  ),
  urls: Type.Object({ location: Url, app: Url }),
});

/** Operations on the caller's own notifications. */
export const notificationsContract = {
  listUserNotifications: operation({
    method: 'GET',
    path: '/user/notifications',
    summary: 'List your notifications about spaces that you can see, newest first',
    permission: 'authenticated',
    scope: 'notification',
    query: pagedQuery({
      status: Type.Optional(OneOf(['all', 'unread', 'read'], { default: 'all' })),
      kind: Type.Optional(OneOf(KINDS)),
    }),
    responses: { 200: Type.Intersect([List(Notification), Type.Object({ unread: Unread })]) },
  }),
  followUserNotifications: operation({
    method: 'GET',
    path: '/user/notifications/events',
    kind: 'events',
    summary:
      'Receive the number of your unread notifications, now and after every change, as server-sent events',
    permission: 'authenticated',
    scope: 'notification',
    responses: { 200: Type.Object({ unread: Unread }) },
  }),
  getUserNotification: operation({
    method: 'GET',
    path: '/user/notifications/{notificationId}',
    summary: 'Get one of your notifications',
    permission: 'authenticated',
    scope: 'notification',
    responses: { 200: Notification },
  }),
  updateUserNotification: operation({
    method: 'PATCH',
    path: '/user/notifications/{notificationId}',
    summary: 'Mark one of your notifications as read or unread',
    permission: 'authenticated',
    scope: 'notification',
    body: Type.Object({ status: Status }),
    responses: { 200: Notification },
  }),
  readUserNotifications: operation({
    method: 'POST',
    path: '/user/notifications/read',
    summary: 'Mark all your notifications as read, or those up to a given one',
    permission: 'authenticated',
    scope: 'notification',
    body: Type.Object({
      until: Type.Optional(
        Type.String({
          ...Id,
          pattern: '^[0-9A-Za-z]{22}$',
          description: 'The newest notification to mark; newer ones are not changed',
        }),
      ),
    }),
    responses: { 200: Type.Object({ unread: Unread }) },
  }),
};
