import type { Database } from '../../../kernel/database/database.ts';

/** The key of an identity provider. */
export interface ProviderKey {
  readonly organizationId: string;
  readonly id: string;
}

/** A sign-in request: the hash of the browser's secret and the path to return to. */
export interface SignInRequest {
  readonly browser: Buffer;
  readonly target: string;
  /** Whether it only tests the identity provider. */
  readonly isTest: boolean;
}

/** Stores a sign-in request. */
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
      is_test: request.isTest,
      expires_at: request.expiresAt,
    })
    .execute();
};

/** Deletes and returns a sign-in request; undefined when it does not exist or has expired. */
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
    .returning(['browser_hash', 'target', 'is_test'])
    .executeTakeFirst();
  return row && { browser: row.browser_hash, target: row.target, isTest: row.is_test };
};

/** Whether a pending request only tests the identity provider. */
export const isTestRequest = async (
  db: Database,
  { organizationId, id }: ProviderKey,
  hash: Buffer,
  now: Date,
): Promise<boolean> =>
  (await db
    .selectFrom('sso_requests')
    .select('hash')
    .where('hash', '=', hash)
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', id)
    .where('expires_at', '>', now)
    .where('is_test', '=', true)
    .executeTakeFirst()) !== undefined;

/** Deletes expired requests. */
export const deleteExpiredRequests = async (db: Database, now: Date): Promise<void> => {
  await db.deleteFrom('sso_requests').where('expires_at', '<=', now).execute();
};
