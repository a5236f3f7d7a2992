import { sql } from 'kysely';
import type { SignInMethod } from '../../../kernel/auth/session-store.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';

/** A sign-in link. */
export interface SignInLink {
  readonly email: string;
  readonly signInMethod: SignInMethod;
  /** The hash of the secret of the browser that requested it. */
  readonly browser: Buffer | undefined;
  readonly target: string;
}

const columns = ['email', 'method', 'organization_id', 'provider_id', 'browser_hash', 'target'] as const;

const toLink = (row: {
  email: string;
  method: string;
  organization_id: string | null;
  provider_id: string | null;
  browser_hash: Buffer | null;
  target: string;
}): SignInLink => ({
  email: row.email,
  signInMethod: {
    method: row.method,
    ...(row.organization_id !== null &&
      row.provider_id !== null && {
        provider: { organizationId: row.organization_id, id: row.provider_id },
      }),
  },
  browser: row.browser_hash ?? undefined,
  target: row.target,
});

/** Stores a link by the hash of its secret. */
export const insertLink = async (
  tx: Database,
  hash: Buffer,
  { email, signInMethod, browser, target }: SignInLink,
  times: { createdAt: Date; expiresAt: Date },
): Promise<void> => {
  await tx
    .insertInto('sign_in_links')
    .values({
      hash,
      email,
      method: signInMethod.method,
      organization_id: signInMethod.provider?.organizationId ?? null,
      provider_id: signInMethod.provider?.id ?? null,
      browser_hash: browser ?? null,
      target,
      created_at: times.createdAt,
      expires_at: times.expiresAt,
    })
    .execute();
};

/** Finds a link that has not expired. */
export const findLink = async (db: Database, hash: Buffer, now: Date): Promise<SignInLink | undefined> => {
  const row = await db
    .selectFrom('sign_in_links')
    .select(columns)
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && toLink(row);
};

/** Deletes and returns a link; undefined when it was used or has expired. */
export const takeLink = async (tx: Database, hash: Buffer, now: Date): Promise<SignInLink | undefined> => {
  const row = await tx
    .deleteFrom('sign_in_links')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .returning(columns)
    .executeTakeFirst();
  return row && toLink(row);
};

/** Records an e-mail to an address; false when the limit is reached. */
export const recordEmail = async (
  tx: DatabaseTransaction,
  email: string,
  { now, since, most }: { readonly now: Date; readonly since: Date; readonly most: number },
): Promise<boolean> => {
  const address = email.toLowerCase();
  // Serializes concurrent requests for one address.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in-letter ${address}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('sign_in_emails')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where(sql<string>`lower(email)`, '=', address)
    .where('sent_at', '>', since)
    .executeTakeFirstOrThrow();
  if (Number(count) >= most) return false;
  await tx.insertInto('sign_in_emails').values({ email: address, sent_at: now }).execute();
  return true;
};

/** Deletes records of sent e-mails. */
export const deleteExpiredEmails = async (db: Database, before: Date): Promise<void> => {
  await db.deleteFrom('sign_in_emails').where('sent_at', '<=', before).execute();
};

/** Deletes the pending links of an identity provider. */
export const deleteProviderLinks = async (
  tx: Database,
  { organizationId, id }: NonNullable<SignInMethod['provider']>,
): Promise<void> => {
  await tx
    .deleteFrom('sign_in_links')
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', id)
    .execute();
};

/** Deletes expired links. */
export const deleteExpiredLinks = async (db: Database, now: Date): Promise<void> => {
  await db.deleteFrom('sign_in_links').where('expires_at', '<=', now).execute();
};

/** A membership that restricts sign-in by link. */
export interface SignInRestriction {
  readonly organizationId: string;
  readonly title: string;
  /** Whether the address is verified, so that its owner consented to the restriction. */
  readonly isVerified: boolean;
  /** Whether the membership is disabled; otherwise single sign-on is required. */
  readonly disabled: boolean;
}

/** The membership that restricts sign-in by link, of users who consented to single sign-on. */
export const findRestriction = async (
  db: Database,
  userId: string,
): Promise<SignInRestriction | undefined> => {
  const row = await db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['organizations.id', 'organizations.title', 'members.disabled', 'users.email_verified'])
    .where('members.user_id', '=', userId)
    .where('members.sso_agreed_at', 'is not', null)
    .where(({ or, eb, fn }) =>
      or([eb('members.disabled', '=', true), fn<boolean>('must_use_sso', [sql.val(userId)])]),
    )
    .executeTakeFirst();
  return (
    row && {
      organizationId: row.id,
      title: row.title,
      isVerified: row.email_verified,
      disabled: row.disabled,
    }
  );
};

/** Whether a member has consented to single sign-on of an organization. */
export const hasAgreed = async (db: Database, organizationId: string, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('sso_agreed_at', 'is not', null)
    .executeTakeFirst()) !== undefined;
