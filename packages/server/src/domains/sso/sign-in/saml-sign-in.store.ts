import type { Database } from '../../../kernel/database/database.ts';

/** Stores an assertion; false when it was used before. */
export const insertAssertion = async (
  tx: Database,
  provider: { readonly organization_id: string; readonly id: string },
  hash: Buffer,
  expiresAt: Date,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('saml_assertions')
    .values({
      organization_id: provider.organization_id,
      provider_id: provider.id,
      hash,
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
};

/** Deletes assertions that have expired and cannot be replayed. */
export const deleteExpiredAssertions = async (db: Database, now: Date): Promise<void> => {
  await db.deleteFrom('saml_assertions').where('expires_at', '<=', now).execute();
};
