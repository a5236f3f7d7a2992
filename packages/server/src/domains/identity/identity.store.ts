import { compareText } from '@lectern/document';
import { sql } from 'kysely';
import { lockAccounts } from '../../kernel/auth/account-locks.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { type Changes, changesOf, newValues } from '../../kernel/events/field-changes.ts';

/** The columns of a user that other domains select. */
export const userColumns = ['users.id', 'users.email', 'users.display_name', 'users.photo_url'] as const;

/** A row of a user. */
export interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly display_name: string;
  readonly photo_url: string | null;
}

/** SQL for the user of a column as JSON; deleted users have a placeholder name. */
export const userOf = (column: string) => sql<UserRow>`coalesce(
  (select json_build_object('id', u.id, 'email', u.email, 'display_name', u.display_name, 'photo_url', u.photo_url)
   from users u where u.id = ${sql.ref(column)}),
  json_build_object('id', coalesce(${sql.ref(column)}, 'deleted'), 'email', '', 'display_name', 'Deleted user'))`;

/** A row of a user, with whether the address is verified, or else the organization through which the account is used. */
export interface FoundUser extends UserRow {
  readonly email_verified: boolean;
  readonly held_by: string | null;
}

const foundUserColumns = [...userColumns, 'users.email_verified', 'users.held_by'] as const;

/** A user, and whether the reader shares an organization with them or has installed their integration. */
export const findUser = (db: Database, userId: string, readerId: string) =>
  db
    .selectFrom('users')
    .select(userColumns)
    .select(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('members as theirs')
            .innerJoin('members as mine', 'mine.organization_id', 'theirs.organization_id')
            .select('mine.user_id')
            .whereRef('theirs.user_id', '=', 'users.id')
            .where('mine.user_id', '=', readerId)
            .where('mine.disabled', '=', false)
            .where('mine.role', 'is not', null),
        ),
        exists(
          selectFrom('installations')
            .innerJoin('members as mine', 'mine.organization_id', 'installations.organization_id')
            .select('mine.user_id')
            .whereRef('installations.account_id', '=', 'users.id')
            .where('mine.user_id', '=', readerId)
            .where('mine.disabled', '=', false)
            .where('mine.role', 'is not', null),
        ),
      ]).as('is_colleague'),
    )
    .where('users.id', '=', userId)
    .executeTakeFirst();

/** A member of an organization, or the account of an integration that is installed there. */
export const findUserIn = (
  db: Database,
  userId: string,
  organizationId: string,
): Promise<UserRow | undefined> =>
  db
    .selectFrom('users')
    .select(userColumns)
    .where('users.id', '=', userId)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('members')
            .select('members.user_id')
            .whereRef('members.user_id', '=', 'users.id')
            .where('members.organization_id', '=', organizationId),
        ),
        exists(
          selectFrom('installations')
            .select('installations.id')
            .whereRef('installations.account_id', '=', 'users.id')
            .where('installations.organization_id', '=', organizationId),
        ),
      ]),
    )
    .executeTakeFirst();

/** The display names of users of an organization, by id. */
export const findUserNames = async (
  db: Database,
  organizationId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('users')
    .innerJoin('members', 'members.user_id', 'users.id')
    .select(['users.id', 'users.display_name'])
    .where('members.organization_id', '=', organizationId)
    .where('users.id', '=', sql<string>`any(${userIds}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.display_name]));
};

/** Updates the columns of a user that differ and returns the changes. */
export const updateUser = async (
  tx: Database,
  userId: string,
  input: {
    display_name?: string | undefined;
    photo_url?: string | undefined;
    email?: string | undefined;
  },
  updatedAt: Date,
): Promise<{ user: UserRow; changes: Changes<UserRow> }> => {
  const user: UserRow = await tx
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const changes = changesOf(user, input);
  const values = newValues(changes);
  if (values)
    await tx
      .updateTable('users')
      // A new address is unverified.
      .set({ ...values, ...(values.email && { email_verified: false }), updated_at: updatedAt })
      .where('id', '=', userId)
      .execute();
  return { user: { ...user, ...values }, changes };
};

/** The users with these addresses, ignoring case. */
export const findUsersByEmail = (db: Database, emails: readonly string[]): Promise<FoundUser[]> =>
  db
    .selectFrom('users')
    .select(foundUserColumns)
    .where(sql<string>`lower(email)`, '=', sql<string>`any(${emails.map((email) => email.toLowerCase())})`)
    .execute();

const byEmail = (a: { email: string }, b: { email: string }) =>
  compareText(a.email.toLowerCase(), b.email.toLowerCase());

/** A user with whether the address is verified. */
export const findAccount = (db: Database, userId: string): Promise<FoundUser | undefined> =>
  db.selectFrom('users').select(foundUserColumns).where('users.id', '=', userId).executeTakeFirst();

/** Inserts users and returns the new ones; existing addresses are unchanged. */
export const insertUsers = async (
  tx: Database,
  users: readonly { id: string; email: string; displayName: string; verified: boolean; createdAt: Date }[],
): Promise<UserRow[]> => {
  if (users.length === 0) return [];
  return tx
    .insertInto('users')
    .values(
      // Sorted to prevent deadlocks.
      [...users].sort(byEmail).map((user) => ({
        id: user.id,
        email: user.email,
        email_verified: user.verified,
        display_name: user.displayName,
        created_at: user.createdAt,
        updated_at: user.createdAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(userColumns)
    .execute();
};

/** Marks an address as verified; undefined when it was verified before. */
export const verifyUser = (
  tx: Database,
  email: string,
  input: { display_name?: string | undefined; updated_at: Date },
): Promise<UserRow | undefined> =>
  tx
    .updateTable('users')
    .set({ ...input, email_verified: true })
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('email_verified', '=', false)
    .returning(userColumns)
    .executeTakeFirst();

/** The organization through whose identity provider or invitation somebody uses an account with an unverified address. */
export const findSsoClaimant = async (db: Database, email: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('users')
    .leftJoin('members', (join) =>
      join.onRef('members.user_id', '=', 'users.id').on('members.sso_agreed_at', 'is not', null),
    )
    .select(({ fn }) => fn.coalesce('members.organization_id', 'users.held_by').as('organization_id'))
    .where(sql<string>`lower(users.email)`, '=', email.toLowerCase())
    .where('users.email_verified', '=', false)
    .executeTakeFirst();
  return row?.organization_id ?? undefined;
};

/** Lets somebody use an account with an unverified address, in one organization only. */
export const holdAccount = async (tx: Database, userId: string, organizationId: string): Promise<void> => {
  await tx
    .updateTable('users')
    .set({ held_by: organizationId })
    .where('id', '=', userId)
    .where('email_verified', '=', false)
    .execute();
};

/** Whether an unverified account is used through one organization and is a member of several. */
export const isSharedUnverified = async (db: Database, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('members.user_id')
    .where('members.user_id', '=', userId)
    .where('users.email_verified', '=', false)
    .groupBy('members.user_id')
    .having(
      sql<boolean>`count(*) > 1 and bool_or(members.sso_agreed_at is not null or users.held_by is not null)`,
    )
    .executeTakeFirst()) !== undefined;

/** Locks an unverified account that an identity provider controls and returns its organization. */
export const lockSsoClaim = async (
  tx: DatabaseTransaction,
  email: string,
): Promise<{ user: UserRow; organizationId: string } | undefined> => {
  const [user] = await findUsersByEmail(tx, [email]);
  if (!user || user.email_verified) return undefined;
  await lockAccounts(tx, [user.id]);
  const organizationId = await findSsoClaimant(tx, email);
  return organizationId === undefined ? undefined : { user, organizationId };
};

/** The organizations of a user. */
export const findOrganizationsOf = async (db: Database, userId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('members')
    .select('organization_id')
    .where('user_id', '=', userId)
    .orderBy('organization_id')
    .execute();
  return rows.map((row) => row.organization_id);
};

/** The e-mail address of a user if it is verified. */
export const findVerifiedEmail = async (db: Database, userId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('users')
    .select(['email', 'email_verified'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.email_verified ? row.email : undefined;
};

/** Locks a token and returns its expiration: null when it has none, undefined when it was revoked. */
export const lockTokenExpiry = async (
  tx: DatabaseTransaction,
  tokenId: string,
): Promise<Date | null | undefined> => {
  const row = await tx
    .selectFrom('tokens')
    .select('expires_at')
    .where('id', '=', tokenId)
    .forKeyShare()
    .executeTakeFirst();
  return row?.expires_at;
};

/** Whether a user has a verified address, a token or a session, or accepted an invitation. */
export const isInUse = async (db: Database, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('email_verified', '=', true),
        eb('held_by', 'is not', null),
        exists(selectFrom('tokens').select('tokens.id').where('tokens.user_id', '=', userId)),
        exists(selectFrom('sessions').select('sessions.id').where('sessions.user_id', '=', userId)),
      ]),
    )
    .executeTakeFirst()) !== undefined;
