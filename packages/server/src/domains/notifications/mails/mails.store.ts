import type { Database } from '../../../kernel/database/database.ts';
import { type NotificationRow, toldTo } from '../notifications.store.ts';

/** Which notification, of whom. */
export interface MailKey {
  readonly user: string;
  readonly id: string;
}

/** What is known of the mail about a notification. */
export type MailState = 'none' | 'due' | 'sending' | 'sent' | 'refused' | 'unknown' | 'dropped' | 'expired';

/** Since when a mail is to be sent; undefined when it is not. */
export const dueSince = async (db: Database, { user, id }: MailKey): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('notifications')
      .select('created_at')
      .where('user_id', '=', user)
      .where('id', '=', id)
      .where('mail', '=', 'due')
      .executeTakeFirst()
  )?.created_at;

/** Notes what becomes of a mail that is in a certain state; whether it was. */
export const moveMail = async (
  db: Database,
  { user, id }: MailKey,
  from: MailState,
  to: MailState,
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

/** Notes of all mails that are due since before a moment that they are too old to be sent; how many. */
export const expireMails = async (db: Database, before: Date): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ mail: 'expired' })
    .where('mail', '=', 'due')
    .where('created_at', '<', before)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** How many mails are in each state. */
export const countMails = async (db: Database): Promise<Map<MailState, number>> => {
  const rows = await db
    .selectFrom('notifications')
    .select(({ fn }) => ['mail', fn.countAll<string>().as('count')])
    .groupBy('mail')
    .execute();
  return new Map(rows.map(({ mail, count }) => [mail as MailState, Number(count)]));
};

/** Notes what became of the mail about a notification. */
export const setMailState = async (db: Database, { user, id }: MailKey, mail: MailState): Promise<void> => {
  await db
    .updateTable('notifications')
    .set({ mail })
    .where('user_id', '=', user)
    .where('id', '=', id)
    .execute();
};

/** A notification with where its mail goes. */
export type MailRow = NotificationRow & { readonly email: string; readonly display_name: string };

/** What a mail says and to whom; undefined when its reader may not see it, or does not want it, any more. */
export const findMail = (db: Database, { user, id }: MailKey): Promise<MailRow | undefined> =>
  toldTo(db, user)
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
