import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { type NotificationRow, toldTo } from '../notifications.store.ts';

/** Which notification, of whom. */
export interface MailKey {
  readonly user: string;
  readonly id: string;
}

/** What is known of the mail about a notification. */
export type MailState = 'none' | 'due' | 'sending' | 'sent' | 'refused' | 'unknown' | 'dropped';

/** Holds a notification whose mail has yet to be sent; whether it is one. */
export const lockDueMail = async (tx: DatabaseTransaction, { user, id }: MailKey): Promise<boolean> =>
  (await tx
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', user)
    .where('id', '=', id)
    .where('mail', '=', 'due')
    .forUpdate()
    .executeTakeFirst()) !== undefined;

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
