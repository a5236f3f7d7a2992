import { sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { paginate } from '../../kernel/database/paginate.ts';
import { contentsVisibleTo } from '../access/index.ts';
import { userColumns } from '../identity/index.ts';
import type { NotificationKind } from './notification-kinds.ts';

/** The notifications of a user about spaces that they can still see, with the data to show them. */
export const notificationsOf = (db: Database, userId: string) =>
  contentsVisibleTo(db, userId)
    .clearSelect()
    .innerJoin('notifications', (join) =>
      join
        .onRef('notifications.organization_id', '=', 'contents.organization_id')
        .onRef('notifications.space_id', '=', 'contents.id'),
    )
    .innerJoin('spaces', (join) =>
      join
        .onRef('spaces.organization_id', '=', 'notifications.organization_id')
        .onRef('spaces.id', '=', 'notifications.space_id'),
    )
    .leftJoin('change_requests', (join) =>
      join
        .onRef('change_requests.organization_id', '=', 'notifications.organization_id')
        .onRef('change_requests.id', '=', 'notifications.change_request_id'),
    )
    .leftJoin('comments as remark', (join) =>
      join
        .onRef('remark.organization_id', '=', 'notifications.organization_id')
        .onRef('remark.id', '=', 'notifications.comment_id'),
    )
    .leftJoin('comment_replies as reply', (join) =>
      join
        .onRef('reply.organization_id', '=', 'notifications.organization_id')
        .onRef('reply.id', '=', 'notifications.reply_id'),
    )
    // A review is shown with its comment, which may have been deleted.
    .leftJoin('comments as words', (join) =>
      join
        .onRef('words.organization_id', '=', 'notifications.organization_id')
        .onRef('words.review_id', '=', 'notifications.review_id')
        .on('notifications.verdict', 'is not', null),
    )
    .where('notifications.user_id', '=', userId)
    .selectAll('notifications')
    .select(({ selectFrom }) => [
      sql<string | null>`coalesce(notifications.comment_id, words.id)`.as('linked_comment_id'),
      sql<string | null>`case when notifications.reply_id is null
        then coalesce(remark.excerpt, words.excerpt) else reply.excerpt end`.as('excerpt'),
      'members.role as member_role',
      'spaces.title as space_title',
      'change_requests.number as change_request_number',
      'change_requests.subject as change_request_subject',
      jsonObjectFrom(
        selectFrom('users').select(userColumns).whereRef('users.id', '=', 'notifications.actor_id'),
      ).as('actor'),
    ]);

/** A notification with the data to show it. */
export type NotificationRow = Awaited<
  ReturnType<ReturnType<typeof notificationsOf>['executeTakeFirstOrThrow']>
>;

/** Filter of notifications. */
export interface NotificationFilter {
  readonly status?: 'all' | 'unread' | 'read' | undefined;
  readonly kind?: NotificationKind | undefined;
}

const inbox = (db: Database, userId: string) =>
  notificationsOf(db, userId).where('notifications.in_app', '=', true);

/** The notifications of a user, newest first. */
export const listNotifications = (
  db: Database,
  userId: string,
  { status = 'all', kind }: NotificationFilter,
  page: PageRequest,
): Promise<Page<NotificationRow>> => {
  const after = page.after && String(page.after[0]);
  const matching = inbox(db, userId)
    .$if(status !== 'all', (query) =>
      query.where('notifications.read_at', status === 'read' ? 'is not' : 'is', null),
    )
    .$if(kind !== undefined, (query) => query.where('notifications.kind', '=', kind!));
  const rows = matching
    .$if(after !== undefined, (query) => query.where('notifications.id', '<', after!))
    .orderBy('notifications.id', 'desc');
  return paginate(page, rows, matching);
};

/** The number of unread notifications of a user. */
export const countUnread = async (db: Database, userId: string): Promise<number> => {
  const { count } = await inbox(db, userId)
    .where('notifications.read_at', 'is', null)
    .clearSelect()
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** A notification of a user. */
export const findNotification = (
  db: Database,
  userId: string,
  id: string,
): Promise<NotificationRow | undefined> =>
  inbox(db, userId).where('notifications.id', '=', id).executeTakeFirst();

/** Marks a notification as read or unread; the time of the first reading stays. */
export const markNotification = async (
  tx: DatabaseTransaction,
  userId: string,
  id: string,
  readAt: Date | null,
): Promise<void> => {
  await tx
    .updateTable('notifications')
    .set({ read_at: readAt })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('read_at', readAt ? 'is' : 'is not', null)
    .execute();
};

/** Marks all visible notifications as read, or those up to one, which may be deleted. */
export const markAllRead = async (
  tx: DatabaseTransaction,
  userId: string,
  until: string | undefined,
  readAt: Date,
): Promise<void> => {
  await tx
    .updateTable('notifications')
    .set({ read_at: readAt })
    .where('user_id', '=', userId)
    .where(
      'id',
      'in',
      inbox(tx, userId)
        .clearSelect()
        .select('notifications.id')
        .where('notifications.read_at', 'is', null)
        .$if(until !== undefined, (query) => query.where('notifications.id', '<=', until!)),
    )
    .execute();
};

/** Deletes a batch of notifications read, or only e-mailed, before a time; returns their number. */
export const deleteOldNotifications = async (db: Database, before: Date, limit: number): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('notifications')
    .using(({ selectFrom }) =>
      selectFrom('notifications as old')
        .select(['old.organization_id', 'old.id'])
        .where(({ or, and, eb }) =>
          or([
            eb('old.read_at', '<', before),
            and([eb('old.in_app', '=', false), eb('old.created_at', '<', before)]),
          ]),
        )
        .limit(limit)
        .as('gone'),
    )
    .whereRef('notifications.organization_id', '=', 'gone.organization_id')
    .whereRef('notifications.id', '=', 'gone.id')
    .executeTakeFirst();
  return Number(numDeletedRows);
};
