import { compareText } from '@lectern/document';
import { sql } from 'kysely';
import { lockAccounts } from '../../../kernel/auth/account-locks.ts';
import type { Role } from '../../../kernel/contract/common-schemas.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { canEnableSso, type OtherMembership } from '../organizations.policy.ts';
import type { Admin } from './last-admin.ts';

/** The members of an organization with their users. */
export const members = (db: Database, organizationId: string) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .where('members.organization_id', '=', organizationId);

/** The columns of members, their users, and the number of their teams. */
export const withDetails = (query: ReturnType<typeof members>) =>
  query.selectAll('members').select(({ selectFrom }) => [
    'users.id',
    'users.email',
    'users.display_name',
    'users.photo_url',
    selectFrom('team_members')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .whereRef('team_members.organization_id', '=', 'members.organization_id')
      .whereRef('team_members.user_id', '=', 'members.user_id')
      .as('teams'),
  ]);

// Spaces are counted for all listed members in one call.
const withSpaces = (db: Database, organizationId: string, shown: ReturnType<typeof withDetails>) =>
  db
    .with('shown', () => shown)
    .selectFrom('shown')
    .leftJoin(
      sql<{
        user_id: string;
        spaces: string;
      }>`open_spaces(${organizationId}, array(select user_id from shown))`.as('open'),
      'open.user_id',
      'shown.user_id',
    )
    .selectAll('shown')
    .select('open.spaces');

/** The members with these user ids, unordered. */
export const findMembers = (db: Database, organizationId: string, userIds: readonly string[]) =>
  withSpaces(
    db,
    organizationId,
    withDetails(members(db, organizationId)).where('members.user_id', '=', sql<string>`any(${userIds})`),
  ).execute();

type FoundMember = Awaited<ReturnType<typeof findMembers>>[number];

/** A member with their user and counts. */
export type MemberRow = Omit<FoundMember, 'spaces' | 'teams'> & {
  readonly spaces: string | number | null;
  readonly teams: string | number | null;
};

/** A member of an organization. */
export const findMember = async (
  db: Database,
  organizationId: string,
  userId: string,
): Promise<MemberRow | undefined> => (await findMembers(db, organizationId, [userId]))[0];

// What a member accepts by joining; read in the same statement, so that nothing newer is accepted.
const presentRules = (organizationId: string) =>
  sql<string[]>`(select disabled_sign_in_methods from organizations where id = ${organizationId})`;

const byUserId = (a: { userId: string }, b: { userId: string }) => compareText(a.userId, b.userId);

/**
 * Adds members and returns the ids of new ones. Users who consented to single sign-on of one organization
 * cannot join another one, because its identity provider must not give access to other organizations: they are skipped. Users
 * with an unverified address have not consented: others can add them, but their membership is disabled until
 * the address is verified.
 */
export const insertMembers = async (
  tx: Database,
  organizationId: string,
  wanted: readonly {
    userId: string;
    role: Role | null;
    sso?: boolean;
    agreedAt?: Date | undefined;
    /** Whether others add the user. */
    addedByOthers?: boolean;
    /** Whether the user joins by their own decision. */
    hasAccepted?: boolean;
  }[],
  joinedAt: Date,
): Promise<string[]> => {
  if (wanted.length === 0) return [];
  const ids = wanted.map(({ userId }) => userId);
  await lockAccounts(tx, ids);
  const otherMemberships = await findOtherMemberships(tx, organizationId, ids);
  const people = wanted.filter(({ userId, sso = false, addedByOthers = false }) => {
    const relation = otherMemberships.get(userId);
    if (relation === 'claimed') return addedByOthers;
    return relation === undefined || relation === 'added' || (relation === 'member' && !sso);
  });
  if (people.length === 0) return [];
  const rows = await tx
    .insertInto('members')
    .values(
      // Sorted to prevent deadlocks.
      [...people].sort(byUserId).map(({ userId, role, sso = false, agreedAt, hasAccepted = false }) => ({
        ...(hasAccepted && { accepted_disabled_methods: presentRules(organizationId) }),
        organization_id: organizationId,
        user_id: userId,
        role,
        sso,
        sso_agreed_at: agreedAt ?? null,
        joined_at: joinedAt,
        last_seen_at: hasAccepted ? joinedAt : null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute();
  return rows.map((row) => row.user_id);
};

/** Locks and returns the administrators of an organization who are not disabled explicitly. */
export const lockAdmins = async (tx: Database, organizationId: string): Promise<Admin[]> => {
  const rows = await tx
    .selectFrom('members')
    .select(['user_id', 'disabled'])
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'admin')
    .where(({ or, eb }) => or([eb('disabled', '=', false), eb('closed_by_sso', '=', true)]))
    .orderBy('user_id')
    .forUpdate()
    .execute();
  return rows.map((row) => ({ userId: row.user_id, hasAccess: !row.disabled }));
};

/** Updates a member; true when something changed. */
export const updateMember = async (
  tx: Database,
  organizationId: string,
  userId: string,
  changes: {
    role?: Role | null;
    sso?: boolean;
    sso_agreed_at?: Date;
    disabled?: boolean;
    closed_by_sso?: boolean;
    last_seen_at?: Date;
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('members')
    .set(changes)
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where(({ or, eb }) =>
      or(
        (Object.keys(changes) as (keyof typeof changes)[]).map((column) =>
          eb(column, 'is distinct from', changes[column] as never),
        ),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Records that a member opened the organization and accepts the sign-in methods that are off in it, or soon will be. */
export const acceptRules = async (
  tx: Database,
  organizationId: string,
  userId: string,
  at: Date,
  rules?: readonly string[],
): Promise<void> => {
  await tx
    .updateTable('members')
    .set({
      last_seen_at: at,
      accepted_disabled_methods: rules ? [...rules] : presentRules(organizationId),
    })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
};

/** Raises the role of a member to at least this role; true when it changed. */
export const raiseMemberRole = async (
  tx: Database,
  organizationId: string,
  userId: string,
  role: Role,
): Promise<boolean> => {
  // The database compares with the current row, so that a concurrent promotion is not undone.
  const { numUpdatedRows } = await tx
    .updateTable('members')
    .set({ role })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where(({ or, eb }) => or([eb('role', 'is', null), eb('role', '<', role)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Locks a member until the end of the transaction; undefined if the user is not a member. */
export const lockMember = (tx: Database, organizationId: string, userId: string) =>
  tx
    .selectFrom('members')
    .select(['role', 'disabled', 'closed_by_sso', 'sso', 'sso_agreed_at'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    // A weaker lock than FOR UPDATE: rows can be added that refer to the member.
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Locks a member for removal; returns their grants by content and their roles by team. */
export const lockMemberForRemoval = async (tx: Database, organizationId: string, userId: string) => {
  const member = await tx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id', 'members.user_id', 'members.role', 'members.sso_agreed_at', 'users.display_name'])
    .where('members.organization_id', '=', organizationId)
    .where('members.user_id', '=', userId)
    .forUpdate('members')
    .executeTakeFirst();
  if (!member) return undefined;
  const grants = await tx
    .selectFrom('user_grants')
    .select(['content_id', 'role'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
  const teams = await tx
    .selectFrom('team_members')
    .select(['team_id', 'role'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
  return {
    ...member,
    grants: new Map(grants.map((row) => [row.content_id, row.role])),
    teams: new Map(teams.map((row) => [row.team_id, row.role])),
  };
};

/** Deletes a member with their team memberships and grants, and remembers whether they may be added again. */
export const deleteMember = async (
  tx: Database,
  organizationId: string,
  userId: string,
  mayReturn: boolean,
): Promise<void> => {
  const who = { organization_id: organizationId, user_id: userId };
  for (const table of ['members', 'former_members'] as const)
    await tx
      .deleteFrom(table)
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .execute();
  if (!mayReturn) await tx.insertInto('former_members').values(who).execute();
};

/**
 * Whether an administrator may recover the account of a member: they administer all of the member's organizations, also those
 * without access; undefined if the user is not a member of the organization.
 */
export const findRecoverability = async (
  db: Database,
  organizationId: string,
  userId: string,
  adminId: string,
): Promise<{ isAdministered: boolean; hasOpened: boolean; usesSso: boolean } | undefined> => {
  const row = await db
    .selectFrom('members as theirs')
    .leftJoin('members as mine', (join) =>
      join
        .onRef('mine.organization_id', '=', 'theirs.organization_id')
        .on('mine.user_id', '=', adminId)
        .on('mine.role', '=', 'admin')
        .on('mine.disabled', '=', false),
    )
    .select(sql<boolean>`bool_or(theirs.organization_id = ${organizationId})`.as('is_member'))
    .select(sql<boolean>`bool_and(mine.user_id is not null)`.as('is_administered'))
    .select(
      sql<boolean>`bool_or(theirs.organization_id = ${organizationId} and theirs.last_seen_at is not null)`.as(
        'has_opened',
      ),
    )
    .select(sql<boolean>`bool_or(theirs.sso_agreed_at is not null)`.as('uses_sso'))
    .where('theirs.user_id', '=', userId)
    .executeTakeFirst();
  if (!row?.is_member) return undefined;
  return { isAdministered: row.is_administered, hasOpened: row.has_opened, usesSso: row.uses_sso };
};

/** Whether a user left an organization or was removed by its members, when they were last a member. */
export const wasRemoved = async (db: Database, organizationId: string, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('former_members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined;

/** Enables single sign-on for a member, unless they are a member of another organization. */
export const enableMemberSso = async (
  tx: Database,
  organizationId: string,
  userId: string,
): Promise<'enabled' | 'unchanged' | 'in-other-organization'> => {
  await lockAccounts(tx, [userId]);
  if ((await lockMember(tx, organizationId, userId))?.sso) return 'unchanged';
  const otherMemberships = (await findOtherMemberships(tx, organizationId, [userId])).get(userId);
  if (!canEnableSso(otherMemberships)) return 'in-other-organization';
  return (await updateMember(tx, organizationId, userId, { sso: true })) ? 'enabled' : 'unchanged';
};

/** The relation of these users to other organizations. */
export const findOtherMemberships = async (
  db: Database,
  organizationId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, OtherMembership>> => {
  const rows = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.user_id', 'users.email_verified'])
    .select(sql<boolean>`bool_or(members.sso_agreed_at is not null)`.as('is_spoken_for'))
    .groupBy(['members.user_id', 'users.email_verified'])
    .where('members.organization_id', '<>', organizationId)
    .where('members.user_id', '=', sql<string>`any(${userIds})`)
    .execute();
  const kindOf = (row: (typeof rows)[number]): OtherMembership => {
    if (row.email_verified) return row.is_spoken_for ? 'bound' : 'member';
    return row.is_spoken_for ? 'claimed' : 'added';
  };
  return new Map(rows.map((row) => [row.user_id, kindOf(row)]));
};
