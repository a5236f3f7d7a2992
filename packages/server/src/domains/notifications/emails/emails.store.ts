import type { Database } from '../../../kernel/database/database.ts';
import { type NotificationRow, notificationsOf } from '../notifications.store.ts';

/** Key of a notification: its user and its id. */
export interface EmailKey {
  readonly user: string;
  readonly id: string;
}

/** The state of the e-mail of a notification. */
export type EmailState = 'none' | 'due' | 'sending' | 'sent' | 'refused' | 'unknown' | 'dropped' | 'expired';

/** The time since which an e-mail is due; undefined if it is not. */
export const dueSince = async (db: Database, { user, id }: EmailKey): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('notifications')
      .select('created_at')
      .where('user_id', '=', user)
      .where('id', '=', id)
      .where('mail', '=', 'due')
      .executeTakeFirst()
  )?.created_at;

/** Changes the state of an e-mail from one to another; false if it was in another state. */
export const transitionEmail = async (
  db: Database,
  { user, id }: EmailKey,
  from: EmailState,
  to: EmailState,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ mail: to })
    .where('user_id', '=', user)
    .where('id', '=', id)
    .where('mail', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Marks e-mails that are due since before a time as expired; returns their number. */
export const expireEmails = async (db: Database, before: Date): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ mail: 'expired' })
    .where('mail', '=', 'due')
    .where('created_at', '<', before)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** The number of e-mails by state. */
export const countEmails = async (db: Database): Promise<Map<EmailState, number>> => {
  const rows = await db
    .selectFrom('notifications')
    .select(({ fn }) => ['mail', fn.countAll<string>().as('count')])
    .groupBy('mail')
    .execute();
  return new Map(rows.map(({ mail, count }) => [mail as EmailState, Number(count)]));
};

/** Sets the state of an e-mail. */
export const setEmailState = async (
  db: Database,
  { user, id }: EmailKey,
  mail: EmailState,
): Promise<void> => {
  await db
    .updateTable('notifications')
    .set({ mail })
    .where('user_id', '=', user)
    .where('id', '=', id)
    .execute();
};

/** A notification with the e-mail address of its user. */
export type EmailRow = NotificationRow & { readonly email: string; readonly display_name: string };

/** The data of an e-mail; undefined if the user can no longer see the space, or has disabled such e-mails. */
export const findEmail = (db: Database, { user, id }: EmailKey): Promise<EmailRow | undefined> =>
  notificationsOf(db, user)
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .select(['users.email', 'users.display_name'])
    .where('notifications.id', '=', id)
    .where('users.email_verified', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notification_mutes as mutes')
            .select('mutes.kind')
            .whereRef('mutes.user_id', '=', 'notifications.user_id')
            .whereRef('mutes.kind', '=', 'notifications.kind')
            .where('mutes.channel', '=', 'email'),
        ),
      ),
    )
    .executeTakeFirst();
