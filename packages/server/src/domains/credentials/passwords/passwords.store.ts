import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { type FoundUser, userColumns } from '../../identity/index.ts';

/** A user, and the hash of their password if they have one. */
export interface PasswordHolder extends FoundUser {
  readonly hash: string | null;
}

const holders = (db: Database) =>
  db
    .selectFrom('users')
    .leftJoin('passwords', 'passwords.user_id', 'users.id')
    .select([...userColumns, 'users.email_verified', 'users.held_by', 'passwords.hash']);

/** The user with an address, ignoring case, and their password. */
export const findHolderByEmail = (db: Database, email: string): Promise<PasswordHolder | undefined> =>
  holders(db).where(sql<string>`lower(email)`, '=', email.toLowerCase()).executeTakeFirst();

/** A user and their password. */
export const findHolder = (db: Database, userId: string): Promise<PasswordHolder | undefined> =>
  holders(db).where('users.id', '=', userId).executeTakeFirst();

/** Sets the password of a user. */
export const putPassword = async (
  tx: Database,
  userId: string,
  values: { hash: string; updated_at: Date },
): Promise<void> => {
  await tx
    .insertInto('passwords')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
};

/** Deletes the password of a user. */
export const deletePassword = async (tx: Database, userId: string): Promise<void> => {
  await tx.deleteFrom('passwords').where('user_id', '=', userId).execute();
};

/** Records an attempt; the time of the oldest recent one when the limit is reached. */
export const recordAttempt = async (
  tx: DatabaseTransaction,
  emailHash: Buffer,
  { now, since, most }: { readonly now: Date; readonly since: Date; readonly most: number },
): Promise<Date | undefined> => {
  // Serializes concurrent attempts for one address.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`password ${emailHash.toString('hex')}`}, 0))`.execute(
    tx,
  );
  const recent = await tx
    .selectFrom('password_attempts')
    .select('attempted_at')
    .where('email_hash', '=', emailHash)
    .where('attempted_at', '>', since)
    .orderBy('attempted_at', 'desc')
    .limit(most)
    .execute();
  if (recent.length >= most) return recent.at(-1)!.attempted_at;
  await tx.insertInto('password_attempts').values({ email_hash: emailHash, attempted_at: now }).execute();
  return undefined;
};

/** Forgets the attempts for an address. */
export const deleteAttempts = async (tx: Database, emailHash: Buffer): Promise<void> => {
  await tx.deleteFrom('password_attempts').where('email_hash', '=', emailHash).execute();
};

/** Deletes old attempts. */
export const deleteExpiredAttempts = async (db: Database, before: Date): Promise<void> => {
  await db.deleteFrom('password_attempts').where('attempted_at', '<=', before).execute();
};
