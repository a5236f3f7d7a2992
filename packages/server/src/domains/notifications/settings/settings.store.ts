import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { Channel, NotificationKind } from '../notification-kinds.ts';

/** A kind of notification that a user has disabled on a channel. */
export interface Mute {
  readonly kind: NotificationKind;
  readonly channel: Channel;
}

/** The kinds and channels that a user has disabled. */
export const listMutes = (db: Database, userId: string): Promise<Mute[]> =>
  db
    .selectFrom('notification_mutes')
    .select(['kind', 'channel'])
    .where('user_id', '=', userId)
    .$narrowType<Mute>()
    .execute();

/** Locks the settings of a user until the transaction ends. */
export const lockSettings = async (tx: DatabaseTransaction, userId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`notification-settings:${userId}`}, 0))`.execute(
    tx,
  );
};

/** Disables kinds of notifications. */
export const insertMutes = async (
  tx: DatabaseTransaction,
  userId: string,
  mutes: readonly Mute[],
): Promise<void> => {
  if (mutes.length > 0)
    await tx
      .insertInto('notification_mutes')
      .values(mutes.map((mute) => ({ user_id: userId, ...mute })))
      .execute();
};

/** Enables kinds of notifications. */
export const deleteMutes = async (
  tx: DatabaseTransaction,
  userId: string,
  mutes: readonly Mute[],
): Promise<void> => {
  if (mutes.length > 0)
    await tx
      .deleteFrom('notification_mutes')
      .where('user_id', '=', userId)
      .where(({ or, eb, and }) =>
        or(mutes.map(({ kind, channel }) => and([eb('kind', '=', kind), eb('channel', '=', channel)]))),
      )
      .execute();
};
