import type { Database } from '../../../kernel/database/database.ts';

/** Of which identity provider something is. */
export interface ProviderKey {
  readonly organizationId: string;
  readonly id: string;
}

/** What was asked of an identity provider: by which browser, and where it wanted to go. */
export interface SignInRequest {
  readonly browser: Buffer;
  readonly target: string;
}

/** Remembers what was asked of an identity provider, by which browser. */
export const insertRequest = async (
  db: Database,
  { organizationId, id }: ProviderKey,
  request: SignInRequest & { hash: Buffer; expiresAt: Date },
): Promise<void> => {
  await db
    .insertInto('sso_requests')
    .values({
      hash: request.hash,
      organization_id: organizationId,
      provider_id: id,
      browser_hash: request.browser,
      target: request.target,
      expires_at: request.expiresAt,
    })
    .execute();
};

/** Takes a request that is answered now; undefined when nobody asked, or it was answered before. */
export const consumeRequest = async (
  tx: Database,
  { organizationId, id }: ProviderKey,
  hash: Buffer,
  now: Date,
): Promise<SignInRequest | undefined> => {
  const row = await tx
    .deleteFrom('sso_requests')
    .where('hash', '=', hash)
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', id)
    .where('expires_at', '>', now)
    .returning(['browser_hash', 'target'])
    .executeTakeFirst();
  return row && { browser: row.browser_hash, target: row.target };
};

/** Forgets what cannot be answered any more. */
export const deleteExpiredRequests = async (db: Database, now: Date): Promise<void> => {
  await db.deleteFrom('sso_requests').where('expires_at', '<=', now).execute();
};
