import { sql } from 'kysely';
import type { Role } from '../../../kernel/contract/common-schemas.ts';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { paginate } from '../../../kernel/database/paginate.ts';
import { likePattern } from '../../../kernel/database/text-search.ts';
import type { Change } from '../../../kernel/events/field-changes.ts';
import { type UserRow, userColumns } from '../../identity/index.ts';
import type { ContentSubject } from '../access.policy.ts';
import { lockLevel, lockTree } from '../tree/tree.store.ts';
import type { ChainLink, MemberRules } from './access-origin.ts';

type Content = Pick<ContentSubject, 'organization_id' | 'id' | 'kind'>;

/** A user with a role. */
export interface UserPermissionRow extends UserRow {
  readonly role: Role | null;
}

const afterUser = (page: PageRequest) => page.after && String(page.after[0]);

/** The users with a grant on a content. */
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
  return paginate(page, rows, granted);
};

/** The ids of the teams with a grant on a content. */
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
  return paginate(page, rows, granted);
};

/** The users with access to a content, with their effective role. */
export const listEffective = (
  db: Database,
  content: Content,
  { role, search }: { readonly role?: Role | undefined; readonly search?: string | undefined },
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
  if (search)
    allowed = allowed.where((eb) =>
      eb.or([
        eb('users.display_name', 'ilike', likePattern(search)),
        eb('users.email', 'ilike', likePattern(search)),
      ]),
    );
  const rows = allowed
    .$if(after !== undefined, (query) => query.where('users.id', '>', after!))
    .orderBy('users.id');
  return paginate(page, rows, allowed);
};

/** A content and the collections above it, the content first. */
export const listChain = async (
  db: Database,
  { organization_id, id, ancestors }: Pick<ContentSubject, 'organization_id' | 'id' | 'ancestors'>,
): Promise<ChainLink[]> => {
  const ids = [id, ...ancestors];
  const rows = await db
    .selectFrom('contents')
    .select(['id', 'kind', 'inherits', 'default_role', 'created_by'])
    .where('organization_id', '=', organization_id)
    .where('id', 'in', ids)
    .execute();
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
};

interface MemberRule {
  readonly user_id: string;
  readonly content_id: string;
}

/** Values by member and content; of several for one content the last is kept. */
const byMember = <Rule extends MemberRule, Value>(rules: readonly Rule[], toValue: (rule: Rule) => Value) => {
  const found = new Map<string, Map<string, Value>>();
  for (const rule of rules) {
    const own = found.get(rule.user_id) ?? new Map<string, Value>();
    found.set(rule.user_id, own.set(rule.content_id, toValue(rule)));
  }
  return (userId: string): ReadonlyMap<string, Value> => found.get(userId) ?? new Map();
};

/** The access rules of some contents that concern some members. */
export const listMemberRules = async (
  db: Database,
  organizationId: string,
  contentIds: readonly string[],
  userIds: readonly string[],
): Promise<Map<string, MemberRules>> => {
  const [members, grants, teamGrants] = await Promise.all([
    db
      .selectFrom('members')
      .select(['user_id', 'role'])
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', sql<string>`any(${userIds})`)
      .execute(),
    db
      .selectFrom('user_grants')
      .select(['user_id', 'content_id', 'role'])
      .where('organization_id', '=', organizationId)
      .where('content_id', '=', sql<string>`any(${contentIds})`)
      .where('user_id', '=', sql<string>`any(${userIds})`)
      .execute(),
    db
      .selectFrom('team_grants')
      .innerJoin('team_members', (join) =>
        join
          .onRef('team_members.organization_id', '=', 'team_grants.organization_id')
          .onRef('team_members.team_id', '=', 'team_grants.team_id'),
      )
      .innerJoin('teams', (join) =>
        join
          .onRef('teams.organization_id', '=', 'team_grants.organization_id')
          .onRef('teams.id', '=', 'team_grants.team_id'),
      )
      .select([
        'team_members.user_id',
        'team_grants.content_id',
        'team_grants.role',
        'team_grants.team_id',
        'teams.title',
      ])
      .where('team_grants.organization_id', '=', organizationId)
      .where('team_grants.content_id', '=', sql<string>`any(${contentIds})`)
      .where('team_members.user_id', '=', sql<string>`any(${userIds})`)
      // The highest last: it is the one that is kept.
      .orderBy('team_grants.role', (order) => order.asc().nullsFirst())
      .orderBy('team_grants.team_id')
      .execute(),
  ]);
  const grantsOf = byMember(grants, ({ role }) => role);
  const teamGrantsOf = byMember(teamGrants, ({ role, team_id, title }) => ({
    role,
    team: { id: team_id, title },
  }));
  return new Map(
    members.map(({ user_id: userId, role }) => [
      userId,
      { userId, role, grants: grantsOf(userId), teamGrants: teamGrantsOf(userId) },
    ]),
  );
};

/** The members of an organization with their role. */
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
  return paginate(page, rows, members);
};

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

/** The title of a space or collection. */
export const findTitle = async (db: Database, { organization_id, id, kind }: Content): Promise<string> => {
  const row = await db
    .selectFrom(kind === 'space' ? 'spaces' : 'collections')
    .select('title')
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.title ?? '';
};

/** Changed grants by user or team; null is "no access", a missing side is no grant. */
export type GrantChanges = Readonly<Record<string, Change<Role | null>>>;

/** The tables of grants. */
const GRANTEES = { users: ['user_grants', 'user_id'], teams: ['team_grants', 'team_id'] } as const;
type Grantees = keyof typeof GRANTEES;

/** Grants users or teams a role on a content; returns the changes. */
export const upsertGrants = async (
  tx: DatabaseTransaction,
  content: Content,
  to: Grantees,
  ids: readonly string[],
  role: Role | null,
  grantedAt: Date,
): Promise<GrantChanges> => {
  if (ids.length === 0) return {};
  // A grant on a collection affects its descendants: no content is added there in the meantime.
  if (content.kind === 'collection') await lockTree(tx, content.organization_id, 'exclusive');
  // Serialized, so that the audit log has the right previous roles.
  await lockLevel(tx, content);
  const [table, grantee] = [sql.table(GRANTEES[to][0]), sql.ref(GRANTEES[to][1])];
  const { rows } = await sql<{ id: string; role: Role | null }>`
    select ${grantee} as id, role from ${table}
    where organization_id = ${content.organization_id} and content_id = ${content.id}
      and ${grantee} = any(${ids})`.execute(tx);
  const before = new Map(rows.map((row) => [row.id, row.role]));
  const changed = [...new Set(ids)].filter((id) => before.get(id) !== role).sort();
  if (changed.length === 0) return {};
  await sql`
    insert into ${table} (organization_id, content_id, ${grantee}, role, granted_at)
    select ${content.organization_id}, ${content.id}, id, ${role}::role, ${grantedAt}
    from unnest(${changed}::text[]) as fresh (id)
    on conflict (organization_id, content_id, ${grantee}) do update set role = excluded.role`.execute(tx);
  return Object.fromEntries(
    changed.map((id) => [id, { ...(before.has(id) && { from: before.get(id)! }), to: role }]),
  );
};

/** Deletes the grant of a user or team; returns the change. */
export const deleteGrant = async (
  tx: DatabaseTransaction,
  content: Content,
  from: Grantees,
  id: string,
): Promise<GrantChanges> => {
  const [table, grantee] = [sql.table(GRANTEES[from][0]), sql.ref(GRANTEES[from][1])];
  const { rows } = await sql<{ role: Role | null }>`
    delete from ${table}
    where organization_id = ${content.organization_id} and content_id = ${content.id} and ${grantee} = ${id}
    returning role`.execute(tx);
  return Object.fromEntries(rows.map(({ role }) => [id, { from: role }]));
};

/** Copies the default level and the grants of a content, except those of the user who copies it; returns the grants. */
export const copyAccess = async (
  tx: DatabaseTransaction,
  original: ContentSubject,
  copy: { id: string; createdBy: string },
): Promise<Readonly<Record<Grantees, GrantChanges>>> => {
  await tx
    .updateTable('contents')
    .set({ inherits: original.inherits, default_role: original.default_role })
    .where('organization_id', '=', original.organization_id)
    .where('id', '=', copy.id)
    .execute();
  const copyOf = async (to: Grantees): Promise<GrantChanges> => {
    const [table, grantee] = [sql.table(GRANTEES[to][0]), sql.ref(GRANTEES[to][1])];
    const { rows } = await sql<{ id: string; role: Role | null }>`
      insert into ${table} (organization_id, content_id, ${grantee}, role, granted_at)
      select organization_id, ${copy.id}, ${grantee}, role, granted_at from ${table}
      where organization_id = ${original.organization_id} and content_id = ${original.id}
        and ${grantee} <> ${copy.createdBy}
      returning ${grantee} as id, role`.execute(tx);
    return Object.fromEntries(rows.map(({ id, role }) => [id, { to: role }]));
  };
  return { users: await copyOf('users'), teams: await copyOf('teams') };
};

/** Whether a user is explicitly denied access to a content. */
export const isDenied = async (db: Database, content: Content, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('user_grants')
    .select('user_id')
    .where('organization_id', '=', content.organization_id)
    .where('content_id', '=', content.id)
    .where('user_id', '=', userId)
    .where('role', 'is', null)
    .executeTakeFirst()) !== undefined;
