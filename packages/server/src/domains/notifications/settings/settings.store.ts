import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { Channel, Kind } from '../notifications.policy.ts';

/** Something that somebody does not want to be told of, on one way. */
export interface Mute {
  readonly kind: Kind;
  readonly channel: Channel;
}

/** What somebody does not want to be told of. */
export const listMutes = (db: Database, userId: string): Promise<Mute[]> =>
  db
    .selectFrom('notification_mutes')
    .select(['kind', 'channel'])
    .where('user_id', '=', userId)
    .$narrowType<Mute>()
    .execute();

/** Holds somebody's settings until the transaction ends. */
export const lockSettings = async (tx: DatabaseTransaction, userId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`notification-settings:${userId}`}, 0))`.execute(
    tx,
  );
};

/** Turns some off. */
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

/** Turns some on. */
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
