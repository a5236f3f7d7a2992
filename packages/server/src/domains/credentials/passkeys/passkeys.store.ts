import type { Database } from '../../../kernel/database/database.ts';

const columns = [
  'id',
  'user_id',
  'credential_id',
  'public_key',
  'counter',
  'transports',
  'name',
  'created_at',
  'last_used_at',
] as const;

const all = (db: Database) => db.selectFrom('passkeys').select(columns);

/** A row of a passkey. */
export type PasskeyRow = Awaited<ReturnType<ReturnType<typeof all>['executeTakeFirstOrThrow']>>;

/** The passkeys of a user, oldest first. */
export const listPasskeys = (db: Database, userId: string): Promise<PasskeyRow[]> =>
  all(db).where('user_id', '=', userId).orderBy('id').execute();

/** The passkey of an authenticator. */
export const findPasskey = (db: Database, credentialId: Buffer): Promise<PasskeyRow | undefined> =>
  all(db).where('credential_id', '=', credentialId).executeTakeFirst();

/** Stores a passkey; false when it is stored already. */
export const insertPasskey = async (tx: Database, passkey: PasskeyRow): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
};

/** Records a use; false when another use came first, or the passkey was removed. */
export const recordUse = async (
  tx: Database,
  { id, counter }: Pick<PasskeyRow, 'id' | 'counter'>,
  use: { counter: number; last_used_at: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set(use)
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Changes the name of a passkey of a user. */
export const renamePasskey = async (
  tx: Database,
  userId: string,
  id: string,
  name: string,
): Promise<void> => {
  await tx.updateTable('passkeys').set({ name }).where('id', '=', id).where('user_id', '=', userId).execute();
};

/** Deletes a passkey of a user; false when there is none. */
export const deletePasskey = async (tx: Database, userId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Deletes all passkeys of a user. */
export const deletePasskeys = async (tx: Database, userId: string): Promise<void> => {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
};

/** Uses up a challenge; false when it was used before. */
export const useChallenge = async (tx: Database, hash: Buffer, expiresAt: Date): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('used_passkey_challenges')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
};

/** Deletes used challenges that have expired. */
export const deleteExpiredChallenges = async (db: Database, now: Date): Promise<void> => {
  await db.deleteFrom('used_passkey_challenges').where('expires_at', '<=', now).execute();
};
