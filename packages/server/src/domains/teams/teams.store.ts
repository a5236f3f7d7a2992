import { sql } from 'kysely';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { Database } from '../../kernel/database/database.ts';
import { fetchPage } from '../../kernel/database/page.ts';
import { containing } from '../../kernel/database/text-search.ts';
import { findMembers, type MemberRow } from '../organizations/index.ts';

/** A team's role for one of its members. */
export type TeamRole = 'owner' | 'member';

// Each team with its counts and the reader's own place in it, for whole pages in one query.
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

/** A team, as one reader meets it. */
export const findTeam = (db: Database, organizationId: string, teamId: string, readerId: string) =>
  teams(db, organizationId, readerId).where('teams.id', '=', teamId).executeTakeFirst();

/** A team with its counts. */
export type TeamRow = NonNullable<Awaited<ReturnType<typeof findTeam>>>;

/** The teams with these ids, in no order. */
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
  if (filter.title) matching = matching.where('teams.title', 'ilike', containing(filter.title));
  if (filter.owner) {
    const owner = filter.owner;
    // An administrator of the organization manages every team of it.
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
  return fetchPage(
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
  if (title) matching = matching.where('teams.title', 'ilike', containing(title));
  const after = page.after && String(page.after[0]);
  return fetchPage(
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
  page: PageRequest,
): Promise<Page<{ role: TeamRole; member: MemberRow }>> => {
  const inTeam = db
    .selectFrom('team_members')
    .where('organization_id', '=', organizationId)
    .where('team_id', '=', teamId);
  const after = page.after && String(page.after[0]);
  const { rows, count } = await fetchPage(
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

/** Stores a new team. */
export const insertTeam = async (
  tx: Database,
  team: { organizationId: string; id: string; title: string; createdBy: string; createdAt: Date },
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

/** Renames a team. */
export const updateTeamTitle = async (
  tx: Database,
  organizationId: string,
  teamId: string,
  title: string,
): Promise<void> => {
  await tx
    .updateTable('teams')
    .set({ title })
    .where('organization_id', '=', organizationId)
    .where('id', '=', teamId)
    .execute();
};

/** Removes a team, and with it what it was given. */
export const deleteTeam = async (tx: Database, organizationId: string, teamId: string): Promise<void> => {
  await tx
    .deleteFrom('teams')
    .where('organization_id', '=', organizationId)
    .where('id', '=', teamId)
    .execute();
};

/** The members of an organization among these user ids and e-mail addresses, by what they were called. */
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

/** Adds members to a team; a role that is given replaces the one they have. */
export const upsertTeamMembers = async (
  tx: Database,
  team: { organizationId: string; teamId: string },
  people: ReadonlyMap<string, TeamRole | undefined>,
  addedAt: Date,
): Promise<void> => {
  if (people.size === 0) return;
  await tx
    .insertInto('team_members')
    .values(
      // In one order in every transaction, so that two of them cannot wait for each other.
      [...people.keys()].sort().map((userId) => ({
        organization_id: team.organizationId,
        team_id: team.teamId,
        user_id: userId,
        role: people.get(userId) ?? 'member',
        added_at: addedAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const role of ['owner', 'member'] as const) {
    const changed = [...people].filter(([, wanted]) => wanted === role).map(([userId]) => userId);
    if (changed.length > 0)
      await tx
        .updateTable('team_members')
        .set({ role })
        .where('organization_id', '=', team.organizationId)
        .where('team_id', '=', team.teamId)
        .where('user_id', '=', sql<string>`any(${changed})`)
        .execute();
  }
};

/** Takes members out of a team. */
export const deleteTeamMembers = async (
  tx: Database,
  team: { organizationId: string; teamId: string },
  userIds: readonly string[],
): Promise<void> => {
  if (userIds.length === 0) return;
  await tx
    .deleteFrom('team_members')
    .where('organization_id', '=', team.organizationId)
    .where('team_id', '=', team.teamId)
    .where('user_id', '=', sql<string>`any(${userIds})`)
    .execute();
};
