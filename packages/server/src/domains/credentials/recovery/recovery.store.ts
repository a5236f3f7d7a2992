import type { Database } from '../../../kernel/database/database.ts';

/** Stores a recovery link, in place of earlier ones of the same user. */
export const insertRecoveryLink = async (
  tx: Database,
  link: {
    hash: Buffer;
    user_id: string;
    organization_id: string;
    created_by: string;
    created_at: Date;
    expires_at: Date;
  },
): Promise<void> => {
  await tx.deleteFrom('recovery_links').where('user_id', '=', link.user_id).execute();
  await tx.insertInto('recovery_links').values(link).execute();
};

const columns = ['hash', 'user_id', 'organization_id', 'created_by'] as const;

/** A recovery link that has not expired. */
export const findRecoveryLink = (db: Database, hash: Buffer, now: Date) =>
  db
    .selectFrom('recovery_links')
    .select(columns)
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Deletes and returns a recovery link; undefined when it was used or has expired. */
export const takeRecoveryLink = (tx: Database, hash: Buffer, now: Date) =>
  tx
    .deleteFrom('recovery_links')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .returning(columns)
    .executeTakeFirst();

/** A row of a recovery link. */
export type RecoveryLinkRow = NonNullable<Awaited<ReturnType<typeof findRecoveryLink>>>;

/** Deletes expired recovery links. */
export const deleteExpiredRecoveryLinks = async (db: Database, now: Date): Promise<void> => {
  await db.deleteFrom('recovery_links').where('expires_at', '<=', now).execute();
};
