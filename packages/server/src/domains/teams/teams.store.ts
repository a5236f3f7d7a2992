import { sql } from 'kysely';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { Database } from '../../kernel/database/database.ts';
import { paginate } from '../../kernel/database/paginate.ts';
import { likePattern } from '../../kernel/database/text-search.ts';
import type { Change } from '../../kernel/events/field-changes.ts';
import { findMembers, type MemberRow } from '../organizations/index.ts';

/** The role of a member in a team. */
export type TeamRole = 'owner' | 'member';

/** The key of a team. */
export interface TeamKey {
  readonly organizationId: string;
  readonly teamId: string;
}

// Teams with their counts and the reader's role, in one query per page.
const teams = (db: Database, organizationId: string, readerId: string) =>
  db
    .selectFrom('teams')
    .leftJoin('team_members as mine', (join) =>
      join
        .onRef('mine.organization_id', '=', 'teams.organization_id')
        .onRef('mine.team_id', '=', 'teams.id')
        .on('mine.user_id', '=', readerId),
    )
    .where('teams.organization_id', '=', organizationId)
    .select(['teams.organization_id', 'teams.id', 'teams.title', 'teams.created_at', 'mine.role as teamRole'])
    .select(({ selectFrom }) => [
      selectFrom('team_members')
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .whereRef('team_members.organization_id', '=', 'teams.organization_id')
        .whereRef('team_members.team_id', '=', 'teams.id')
        .as('members'),
      selectFrom('team_spaces')
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .whereRef('team_spaces.organization_id', '=', 'teams.organization_id')
        .whereRef('team_spaces.team_id', '=', 'teams.id')
        .as('spaces'),
    ]);

/** Finds a team with the role of a reader. */
export const findTeam = (db: Database, organizationId: string, teamId: string, readerId: string) =>
  teams(db, organizationId, readerId).where('teams.id', '=', teamId).executeTakeFirst();

/** A team with its counts. */
export type TeamRow = NonNullable<Awaited<ReturnType<typeof findTeam>>>;

/** The teams with these ids, unordered. */
export const findTeams = (
  db: Database,
  organizationId: string,
  teamIds: readonly string[],
  readerId: string,
) => teams(db, organizationId, readerId).where('teams.id', '=', sql<string>`any(${teamIds})`).execute();

/** The teams of an organization, oldest first. */
export const listTeams = (
  db: Database,
  organizationId: string,
  readerId: string,
  filter: { owner?: string | undefined; title?: string | undefined },
  page: PageRequest,
): Promise<Page<TeamRow>> => {
  let matching = teams(db, organizationId, readerId);
  if (filter.title) matching = matching.where('teams.title', 'ilike', likePattern(filter.title));
  if (filter.owner) {
    const owner = filter.owner;
    // Administrators of the organization manage all of its teams.
    matching = matching.where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('team_members')
            .select('team_members.user_id')
            .whereRef('team_members.organization_id', '=', 'teams.organization_id')
            .whereRef('team_members.team_id', '=', 'teams.id')
            .where('team_members.user_id', '=', owner)
            .where('team_members.role', '=', 'owner'),
        ),
        exists(
          selectFrom('members')
            .select('members.user_id')
            .whereRef('members.organization_id', '=', 'teams.organization_id')
            .where('members.user_id', '=', owner)
            .where('members.role', '=', 'admin'),
        ),
      ]),
    );
  }
  const after = page.after && String(page.after[0]);
  return paginate(
    page,
    matching.$if(after !== undefined, (query) => query.where('teams.id', '>', after!)).orderBy('teams.id'),
    matching,
  );
};

/** The teams of a member, with the member's role in each. */
export const listTeamsOfMember = (
  db: Database,
  organizationId: string,
  memberId: string,
  readerId: string,
  title: string | undefined,
  page: PageRequest,
) => {
  let matching = teams(db, organizationId, readerId)
    .innerJoin('team_members as theirs', (join) =>
      join
        .onRef('theirs.organization_id', '=', 'teams.organization_id')
        .onRef('theirs.team_id', '=', 'teams.id')
        .on('theirs.user_id', '=', memberId),
    )
    .select('theirs.role as memberRole');
  if (title) matching = matching.where('teams.title', 'ilike', likePattern(title));
  const after = page.after && String(page.after[0]);
  return paginate(
    page,
    matching.$if(after !== undefined, (query) => query.where('teams.id', '>', after!)).orderBy('teams.id'),
    matching,
  );
};

/** The members of a team, by user id. */
export const listTeamMembers = async (
  db: Database,
  organizationId: string,
  teamId: string,
  search: string | undefined,
  page: PageRequest,
): Promise<Page<{ role: TeamRole; member: MemberRow }>> => {
  let inTeam = db
    .selectFrom('team_members')
    .where('organization_id', '=', organizationId)
    .where('team_id', '=', teamId);
  if (search)
    inTeam = inTeam.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('users')
          .select('users.id')
          .whereRef('users.id', '=', 'team_members.user_id')
          .where((eb) =>
            eb.or([
              eb('users.display_name', 'ilike', likePattern(search)),
              eb('users.email', 'ilike', likePattern(search)),
            ]),
          ),
      ),
    );
  const after = page.after && String(page.after[0]);
  const { rows, count } = await paginate(
    page,
    inTeam
      .select(['user_id', 'role'])
      .$if(after !== undefined, (query) => query.where('user_id', '>', after!))
      .orderBy('user_id'),
    inTeam,
  );
  const members = await findMembers(
    db,
    organizationId,
    rows.map((row) => row.user_id),
  );
  const byId = new Map(members.map((member) => [member.user_id, member]));
  return {
    rows: rows.flatMap((row) =>
      byId.get(row.user_id) ? [{ role: row.role, member: byId.get(row.user_id)! }] : [],
    ),
    count,
  };
};

/** Inserts a team. */
export const insertTeam = async (
  tx: Database,
  team: { organizationId: string; id: string; title: string; createdBy: string | null; createdAt: Date },
): Promise<void> => {
  await tx
    .insertInto('teams')
    .values({
      organization_id: team.organizationId,
      id: team.id,
      title: team.title,
      created_by: team.createdBy,
      created_at: team.createdAt,
    })
    .execute();
};

/** Locks a team until the end of the transaction; undefined when it does not exist. */
export const lockTeam = (
  tx: Database,
  { organizationId, teamId }: TeamKey,
  purpose: 'change' | 'delete',
): Promise<{ title: string } | undefined> => {
  const team = tx
    .selectFrom('teams')
    .select('title')
    .where('organization_id', '=', organizationId)
    .where('id', '=', teamId);
  // Only a deletion blocks new grants to the team.
  return (purpose === 'delete' ? team.forUpdate() : team.forNoKeyUpdate()).executeTakeFirst();
};

/** Renames a team. */
export const updateTeamTitle = async (
  tx: Database,
  { organizationId, teamId }: TeamKey,
  title: string,
): Promise<void> => {
  await tx
    .updateTable('teams')
    .set({ title })
    .where('organization_id', '=', organizationId)
    .where('id', '=', teamId)
    .execute();
};

/** The grants of a team, by content. */
export const findGrantsOfTeam = async (
  db: Database,
  { organizationId, teamId }: TeamKey,
): Promise<Map<string, Role | null>> => {
  const rows = await db
    .selectFrom('team_grants')
    .select(['content_id', 'role'])
    .where('organization_id', '=', organizationId)
    .where('team_id', '=', teamId)
    .orderBy('content_id')
    .execute();
  return new Map(rows.map((row) => [row.content_id, row.role]));
};

/** Deletes a team with its grants. */
export const deleteTeam = async (tx: Database, { organizationId, teamId }: TeamKey): Promise<void> => {
  await tx
    .deleteFrom('teams')
    .where('organization_id', '=', organizationId)
    .where('id', '=', teamId)
    .execute();
};

/** Resolves user ids and e-mail addresses to members of an organization. */
export const resolvePeople = async (
  db: Database,
  organizationId: string,
  names: readonly string[],
): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id', 'users.email'])
    .where('members.organization_id', '=', organizationId)
    .where(({ or, eb }) =>
      or([
        eb('users.id', '=', sql<string>`any(${names})`),
        eb(
          sql<string>`lower(users.email)`,
          '=',
          sql<string>`any(${names.map((name) => name.toLowerCase())})`,
        ),
      ]),
    )
    .execute();
  const byName = new Map(
    rows.flatMap((row) => [[row.id, row.id] as const, [row.email.toLowerCase(), row.id] as const]),
  );
  return new Map(
    names.flatMap((name) => {
      const id = byName.get(name) ?? byName.get(name.toLowerCase());
      return id ? [[name, id] as const] : [];
    }),
  );
};

/** The roles of all or some members of a team, by user id. */
export const findTeamRoles = async (
  db: Database,
  { organizationId, teamId }: TeamKey,
  among?: readonly string[],
): Promise<Map<string, TeamRole>> => {
  const rows = await db
    .selectFrom('team_members')
    .select(['user_id', 'role'])
    .where('organization_id', '=', organizationId)
    .where('team_id', '=', teamId)
    .$if(among !== undefined, (query) => query.where('user_id', '=', sql<string>`any(${among})`))
    .orderBy('user_id')
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.role]));
};

/** Stores the roles of members in a team and removes members without a role. */
export const writeTeamRoles = async (
  tx: Database,
  { organizationId, teamId }: TeamKey,
  changes: ReadonlyMap<string, Change<TeamRole>>,
  addedAt: Date,
): Promise<void> => {
  // Sorted to prevent deadlocks.
  const sorted = [...changes].sort(([a], [b]) => (a < b ? -1 : 1));
  const values = sorted.flatMap(([userId, { to: role }]) =>
    role
      ? [{ organization_id: organizationId, team_id: teamId, user_id: userId, role, added_at: addedAt }]
      : [],
  );
  const removed = sorted.flatMap(([userId, { to }]) => (to ? [] : [userId]));
  if (values.length > 0)
    await tx
      .insertInto('team_members')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'team_id', 'user_id'])
          .doUpdateSet(({ ref }) => ({ role: ref('excluded.role') })),
      )
      .execute();
  if (removed.length > 0)
    await tx
      .deleteFrom('team_members')
      .where('organization_id', '=', organizationId)
      .where('team_id', '=', teamId)
      .where('user_id', '=', sql<string>`any(${removed})`)
      .execute();
};
