import { sql } from 'kysely';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Role } from '../../../kernel/contract/vocabulary.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { fetchPage } from '../../../kernel/database/page.ts';
import { type UserRow, userColumns } from '../../identity/index.ts';
import type { ContentSubject } from '../access.policy.ts';
import { lockTree } from '../tree/tree.store.ts';

type Content = Pick<ContentSubject, 'organization_id' | 'id' | 'kind'>;

/** A user and a role of theirs. */
export interface UserPermissionRow extends UserRow {
  readonly role: Role | null;
}

const afterUser = (page: PageRequest) => page.after && String(page.after[0]);

/** The users who were given a role on a content. */
export const listUserGrants = (
  db: Database,
  content: Content,
  page: PageRequest,
): Promise<Page<UserPermissionRow>> => {
  const after = afterUser(page);
  const granted = db
    .selectFrom('user_grants')
    .innerJoin('users', 'users.id', 'user_grants.user_id')
    .select([...userColumns, 'user_grants.role'])
    .where('user_grants.organization_id', '=', content.organization_id)
    .where('user_grants.content_id', '=', content.id)
    .where('user_grants.role', 'is not', null);
  const rows = granted
    .$if(after !== undefined, (query) => query.where('users.id', '>', after!))
    .orderBy('users.id');
  return fetchPage(page, rows, granted);
};

/** The ids of the teams that were given a role on a content. */
export const listTeamGrants = (db: Database, content: Content, page: PageRequest) => {
  const after = afterUser(page);
  const granted = db
    .selectFrom('team_grants')
    .select(['team_id', 'role'])
    .where('organization_id', '=', content.organization_id)
    .where('content_id', '=', content.id)
    .where('role', 'is not', null);
  const rows = granted
    .$if(after !== undefined, (query) => query.where('team_id', '>', after!))
    .orderBy('team_id');
  return fetchPage(page, rows, granted);
};

/** Everybody who can open a content, with their effective role. */
export const listEffective = (
  db: Database,
  content: Content,
  role: Role | undefined,
  page: PageRequest,
): Promise<Page<UserPermissionRow>> => {
  const after = afterUser(page);
  let allowed = db
    .selectFrom('content_access')
    .innerJoin('users', 'users.id', 'content_access.user_id')
    .select([...userColumns, 'content_access.role'])
    .where('content_access.organization_id', '=', content.organization_id)
    .where('content_access.content_id', '=', content.id)
    .where('content_access.role', 'is not', null);
  if (role) allowed = allowed.where('content_access.role', '=', role);
  const rows = allowed
    .$if(after !== undefined, (query) => query.where('users.id', '>', after!))
    .orderBy('users.id');
  return fetchPage(page, rows, allowed);
};

/** Everybody in an organization with their role in it. */
export const listOrganizationRoles = (
  db: Database,
  organizationId: string,
  page: PageRequest,
): Promise<Page<UserPermissionRow>> => {
  const after = afterUser(page);
  const members = db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select([...userColumns, 'members.role'])
    .where('members.organization_id', '=', organizationId)
    .where('members.disabled', '=', false);
  const rows = members
    .$if(after !== undefined, (query) => query.where('users.id', '>', after!))
    .orderBy('users.id');
  return fetchPage(page, rows, members);
};

/** Whether an organization has this site. */
export const siteExists = async (db: Database, organizationId: string, siteId: string): Promise<boolean> =>
  (await db
    .selectFrom('sites')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', siteId)
    .executeTakeFirst()) !== undefined;

/** Which of these users are members of an organization. */
export const findMemberIds = async (
  db: Database,
  organizationId: string,
  userIds: readonly string[],
): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', sql<string>`any(${userIds})`)
    .execute();
  return new Set(rows.map((row) => row.user_id));
};

// What is said about a collection reaches all below it: nothing is hung there meanwhile. Taken first, in one order.
const holdBranch = async (tx: DatabaseTransaction, content: Content): Promise<void> => {
  if (content.kind === 'collection') await lockTree(tx, content.organization_id, 'exclusive');
};

/** Gives users a role on a content. */
export const upsertUserGrants = async (
  tx: DatabaseTransaction,
  content: Content,
  userIds: readonly string[],
  role: Role | null,
  grantedAt: Date,
): Promise<void> => {
  if (userIds.length === 0) return;
  await holdBranch(tx, content);
  await tx
    .insertInto('user_grants')
    .values(
      [...new Set(userIds)].sort().map((userId) => ({
        organization_id: content.organization_id,
        content_id: content.id,
        user_id: userId,
        role,
        granted_at: grantedAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'content_id', 'user_id']).doUpdateSet({ role }),
    )
    .execute();
};

/** Gives teams a role on a content. */
export const upsertTeamGrants = async (
  tx: DatabaseTransaction,
  content: Content,
  teamIds: readonly string[],
  role: Role | null,
  grantedAt: Date,
): Promise<void> => {
  if (teamIds.length === 0) return;
  await holdBranch(tx, content);
  await tx
    .insertInto('team_grants')
    .values(
      [...new Set(teamIds)].sort().map((teamId) => ({
        organization_id: content.organization_id,
        content_id: content.id,
        team_id: teamId,
        role,
        granted_at: grantedAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'content_id', 'team_id']).doUpdateSet({ role }),
    )
    .execute();
};

/** Takes back what a user was given on a content. */
export const deleteUserGrant = async (
  tx: DatabaseTransaction,
  content: Content,
  userId: string,
): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('user_grants')
    .where('organization_id', '=', content.organization_id)
    .where('content_id', '=', content.id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Takes back what a team was given on a content. */
export const deleteTeamGrant = async (
  tx: DatabaseTransaction,
  content: Content,
  teamId: string,
): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('team_grants')
    .where('organization_id', '=', content.organization_id)
    .where('content_id', '=', content.id)
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Gives a copy of a content the level and the grants of its model, but for what its maker was given there. */
export const copyAccess = async (
  tx: DatabaseTransaction,
  model: ContentSubject,
  copy: { id: string; madeBy: string },
): Promise<void> => {
  await tx
    .updateTable('contents')
    .set({ inherits: model.inherits, default_role: model.default_role })
    .where('organization_id', '=', model.organization_id)
    .where('id', '=', copy.id)
    .execute();
  for (const [table, subject] of [
    ['user_grants', 'user_id'],
    ['team_grants', 'team_id'],
  ] as const)
    await sql`
      insert into ${sql.table(table)} (organization_id, content_id, ${sql.ref(subject)}, role, granted_at)
      select organization_id, ${copy.id}, ${sql.ref(subject)}, role, granted_at from ${sql.table(table)}
      where organization_id = ${model.organization_id} and content_id = ${model.id}
        and ${sql.ref(subject)} <> ${copy.madeBy}`.execute(tx);
};

/** Whether a user was denied a content by name. */
export const isKeptOut = async (db: Database, content: Content, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('user_grants')
    .select('user_id')
    .where('organization_id', '=', content.organization_id)
    .where('content_id', '=', content.id)
    .where('user_id', '=', userId)
    .where('role', 'is', null)
    .executeTakeFirst()) !== undefined;
