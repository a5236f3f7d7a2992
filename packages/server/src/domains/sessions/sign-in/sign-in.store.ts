import { sql } from 'kysely';
import type { SignInMethod } from '../../../kernel/auth/sessions.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';

/** A link that signs somebody in. */
export interface SignInLink {
  readonly email: string;
  readonly wayIn: SignInMethod;
  /** The hash of what the browser holds that asked for it. */
  readonly browser: Buffer | undefined;
  readonly target: string;
}

const columns = ['email', 'way', 'organization_id', 'provider_id', 'browser_hash', 'target'] as const;

const toLink = (row: {
  email: string;
  way: string;
  organization_id: string | null;
  provider_id: string | null;
  browser_hash: Buffer | null;
  target: string;
}): SignInLink => ({
  email: row.email,
  wayIn: {
    way: row.way,
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
  { email, wayIn, browser, target }: SignInLink,
  times: { createdAt: Date; expiresAt: Date },
): Promise<void> => {
  await tx
    .insertInto('sign_in_links')
    .values({
      hash,
      email,
      way: wayIn.way,
      organization_id: wayIn.provider?.organizationId ?? null,
      provider_id: wayIn.provider?.id ?? null,
      browser_hash: browser ?? null,
      target,
      created_at: times.createdAt,
      expires_at: times.expiresAt,
    })
    .execute();
};

/** A link that can still be used. */
export const findLink = async (db: Database, hash: Buffer, now: Date): Promise<SignInLink | undefined> => {
  const row = await db
    .selectFrom('sign_in_links')
    .select(columns)
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && toLink(row);
};

/** Takes a link, so that nobody else can; undefined when somebody has, or it is too late. */
export const takeLink = async (tx: Database, hash: Buffer, now: Date): Promise<SignInLink | undefined> => {
  const row = await tx
    .deleteFrom('sign_in_links')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .returning(columns)
    .executeTakeFirst();
  return row && toLink(row);
};

/** Notes a letter to an address, unless it got so many since a moment; false when it did. */
export const recordEmail = async (
  tx: DatabaseTransaction,
  email: string,
  { now, since, most }: { readonly now: Date; readonly since: Date; readonly most: number },
): Promise<boolean> => {
  const address = email.toLowerCase();
  // Letters that are asked for at the same moment are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in-letter ${address}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('sign_in_letters')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where(sql<string>`lower(email)`, '=', address)
    .where('sent_at', '>', since)
    .executeTakeFirstOrThrow();
  if (Number(count) >= most) return false;
  await tx.insertInto('sign_in_letters').values({ email: address, sent_at: now }).execute();
  return true;
};

/** Forgets letters that do not count any more. */
export const deleteExpiredEmails = async (db: Database, before: Date): Promise<void> => {
  await db.deleteFrom('sign_in_letters').where('sent_at', '<=', before).execute();
};

/** Takes back the links of those whom an identity provider vouched for. */
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

/** Forgets links that are of no use any more. */
export const deleteExpiredLinks = async (db: Database, now: Date): Promise<void> => {
  await db.deleteFrom('sign_in_links').where('expires_at', '<=', now).execute();
};

/** The membership that stands in the way of signing in by a link. */
export interface SignInRestriction {
  readonly organizationId: string;
  readonly title: string;
  /** Whether somebody has proved the address, so that it was they who agreed to what stands in the way. */
  readonly isProved: boolean;
  /** Kept out for the time being; otherwise asked to come through the identity provider. */
  readonly disabled: boolean;
}

/** What stands in the way of signing in by a link, where the identity provider of an organization speaks for somebody. */
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
      isProved: row.email_verified,
      disabled: row.disabled,
    }
  );
};

/** Whether the identity providers of an organization may speak for somebody. */
export const hasAgreed = async (db: Database, organizationId: string, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('sso_agreed_at', 'is not', null)
    .executeTakeFirst()) !== undefined;
