import type { Caller } from '../../kernel/auth/principal.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { invalid, notFound } from '../../kernel/errors/errors.ts';
import type { Actor } from '../../kernel/events/events.ts';
import { type Change, removals } from '../../kernel/events/field-changes.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import {
  maySeeMember,
  type OrganizationSubject,
  type OrganizationsService,
  organizationPolicy,
} from '../organizations/index.ts';
import type { TeamSubject } from './teams.policy.ts';
import {
  deleteTeam,
  findGrantsOfTeam,
  findTeam,
  findTeamRoles,
  insertTeam,
  listTeamMembers,
  listTeams,
  listTeamsOfMember,
  lockTeam,
  resolvePeople,
  type TeamKey,
  type TeamRole,
  type TeamRow,
  updateTeamTitle,
  writeTeamRoles,
} from './teams.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events'> {
  readonly organizations: Pick<OrganizationsService, 'find'>;
}

/** Members to add to a team with their roles, and members to remove. */
export interface TeamMemberChanges {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  readonly memberships?: Readonly<Record<string, { readonly role: TeamRole }>>;
}

/** Service for teams and their members. */
export const createTeamsService = ({
  db,
  transaction,
  clock,
  newId,
  events,
  organizations,
}: Dependencies) => {
  const asSubject = (row: TeamRow, { role }: { role: OrganizationSubject['role'] }): TeamSubject => ({
    ...row,
    organizationRole: role,
  });
  const record = (
    tx: DatabaseTransaction,
    by: Actor,
    action: string,
    team: { organization_id: string; id: string; title: string },
    payload = {},
  ) =>
    events.record(tx, by, {
      organizationId: team.organization_id,
      action,
      target: { type: 'team', id: team.id, label: team.title },
      payload,
    });
  const keyOf = (team: TeamSubject) => ({ organizationId: team.organization_id, teamId: team.id });

  const resolveAll = async (
    tx: DatabaseTransaction,
    organizationId: string,
    path: string,
    names: readonly string[],
  ) => {
    const resolved = await resolvePeople(tx, organizationId, names);
    const unknown = names.findIndex((name) => !resolved.has(name));
    if (unknown >= 0)
      throw invalid({ path: `body.${path}.${unknown}`, message: 'is not a member of the organization' });
    return resolved;
  };

  const changeMembers = (caller: Caller, team: TeamSubject, changes: TeamMemberChanges): Promise<void> =>
    transaction(async (tx) => {
      const { add = [], remove = [], memberships = {} } = changes;
      const added = await resolveAll(tx, team.organization_id, 'add', add);
      const removed = new Set((await resolvePeople(tx, team.organization_id, remove)).values());
      const withRole = await resolvePeople(tx, team.organization_id, Object.keys(memberships));
      const unknownName = Object.keys(memberships).find((name) => !withRole.has(name));
      if (unknownName !== undefined)
        throw invalid({
          path: `body.memberships.${unknownName}`,
          message: 'is not a member of the organization',
        });
      const wanted = new Map<string, TeamRole | undefined>(
        [...added.values()].map((userId) => [userId, undefined]),
      );
      for (const [name, userId] of withRole) wanted.set(userId, memberships[name]!.role);
      if (!(await lockTeam(tx, keyOf(team), 'change'))) throw notFound('team');
      const present = await findTeamRoles(tx, keyOf(team), [...wanted.keys(), ...removed]);
      const members = new Map<string, Change<TeamRole>>();
      for (const [userId, role] of wanted) {
        const from = present.get(userId);
        const to = role ?? from ?? 'member';
        if (from !== to) members.set(userId, { ...(from && { from }), to });
      }
      // Removal takes precedence.
      for (const userId of removed) {
        const from = present.get(userId);
        if (from) members.set(userId, { from });
        else members.delete(userId);
      }
      if (members.size === 0) return;
      await writeTeamRoles(tx, keyOf(team), members, clock.now());
      await record(tx, caller, 'team.members-changed', team, { members: Object.fromEntries(members) });
    });

  /** Creates a team with members who are known to exist. */
  const createWith = async (
    tx: DatabaseTransaction,
    by: Actor,
    team: { organizationId: string; title: string; createdBy: string | null },
    userIds: Iterable<string>,
  ): Promise<TeamKey> => {
    const key = { organizationId: team.organizationId, teamId: newId() };
    await insertTeam(tx, { ...team, id: key.teamId, createdAt: clock.now() });
    const added = new Map([...userIds].map((id) => [id, { to: 'member' as const }]));
    await writeTeamRoles(tx, key, added, clock.now());
    await record(
      tx,
      by,
      'team.created',
      { organization_id: key.organizationId, id: key.teamId, title: team.title },
      { members: Object.fromEntries(added) },
    );
    return key;
  };

  const setTitle = async (tx: DatabaseTransaction, by: Actor, key: TeamKey, title: string) => {
    const now = await lockTeam(tx, key, 'change');
    if (!now) throw notFound('team');
    if (now.title === title) return;
    await updateTeamTitle(tx, key, title);
    await record(
      tx,
      by,
      'team.renamed',
      { organization_id: key.organizationId, id: key.teamId, title: now.title },
      { from: now.title, to: title },
    );
  };

  const deleteByKey = async (tx: DatabaseTransaction, by: Actor, key: TeamKey) => {
    const now = await lockTeam(tx, key, 'delete');
    if (!now) return;
    const members = await findTeamRoles(tx, key);
    const grants = await findGrantsOfTeam(tx, key);
    await deleteTeam(tx, key);
    await record(
      tx,
      by,
      'team.deleted',
      { organization_id: key.organizationId, id: key.teamId, title: now.title },
      { members: removals(members), grants: removals(grants) },
    );
  };

  /** Adds and removes members of a team, if it still exists. */
  const updateMembers = async (
    tx: DatabaseTransaction,
    by: Actor,
    key: TeamKey,
    members: ReadonlyMap<string, Change<TeamRole>>,
  ) => {
    if (members.size === 0) return;
    const team = await lockTeam(tx, key, 'change');
    if (!team) return;
    await writeTeamRoles(tx, key, members, clock.now());
    await record(
      tx,
      by,
      'team.members-changed',
      { organization_id: key.organizationId, id: key.teamId, title: team.title },
      { members: Object.fromEntries(members) },
    );
  };

  return {
    createWith,
    setTitle,
    deleteByKey,
    updateMembers,

    /** Finds a team with the roles of the caller; 404 when they are not in the organization. */
    find: async (
      userId: string,
      organizationId: string,
      teamId: string,
    ): Promise<TeamSubject | undefined> => {
      const organization = await organizations.find(organizationId, userId);
      if (!organization || !organizationPolicy.can.view(organization)) throw notFound('organization');
      const row = await findTeam(db, organizationId, teamId, userId);
      return row && asSubject(row, organization);
    },

    list: async (
      caller: Caller,
      organization: OrganizationSubject,
      filter: { owner?: string; title?: string },
      page: PageRequest,
    ): Promise<Page<TeamSubject>> => {
      const { rows, count } = await listTeams(db, organization.id, caller.principal.userId, filter, page);
      return { rows: rows.map((row) => asSubject(row, organization)), count };
    },

    listOfMember: async (
      caller: Caller,
      organization: OrganizationSubject,
      memberId: string,
      title: string | undefined,
      page: PageRequest,
    ) => {
      const isMember = (await resolvePeople(db, organization.id, [memberId])).get(memberId) === memberId;
      if (!isMember || !maySeeMember(organization, caller.principal.userId, memberId))
        throw notFound('member');
      const { rows, count } = await listTeamsOfMember(
        db,
        organization.id,
        memberId,
        caller.principal.userId,
        title,
        page,
      );
      return {
        rows: rows.map((row) => ({ team: asSubject(row, organization), role: row.memberRole })),
        count,
      };
    },

    create: (
      caller: Caller,
      organization: OrganizationSubject,
      input: { title: string; members?: readonly string[] },
    ): Promise<TeamSubject> =>
      transaction(async (tx) => {
        const { userId } = caller.principal;
        const members = await resolveAll(tx, organization.id, 'members', input.members ?? []);
        const team = { organizationId: organization.id, title: input.title, createdBy: userId };
        const { teamId } = await createWith(tx, caller, team, members.values());
        return asSubject((await findTeam(tx, organization.id, teamId, userId))!, organization);
      }),

    rename: (caller: Caller, team: TeamSubject, title: string): Promise<TeamSubject> =>
      transaction(async (tx) => {
        await setTitle(tx, caller, keyOf(team), title);
        return { ...team, title };
      }),

    remove: (caller: Caller, team: TeamSubject): Promise<void> =>
      transaction((tx) => deleteByKey(tx, caller, keyOf(team))),

    listMembers: (team: TeamSubject, search: string | undefined, page: PageRequest) =>
      listTeamMembers(db, team.organization_id, team.id, search, page),

    changeMembers,

    setMember: async (
      caller: Caller,
      team: TeamSubject,
      userId: string,
      role: TeamRole | undefined,
    ): Promise<void> => {
      if (!(await resolvePeople(db, team.organization_id, [userId])).has(userId)) throw notFound('member');
      await changeMembers(caller, team, role ? { memberships: { [userId]: { role } } } : { add: [userId] });
    },

    /** Adds a new member of the organization to a team, if it still exists. */
    addMember: (tx: DatabaseTransaction, by: Actor, key: TeamKey, userId: string): Promise<void> =>
      updateMembers(tx, by, key, new Map([[userId, { to: 'member' }]])),

    removeMember: (caller: Caller, team: TeamSubject, userId: string): Promise<void> =>
      changeMembers(caller, team, { remove: [userId] }),
  };
};

/** Service for teams and their members. */
export type TeamsService = ReturnType<typeof createTeamsService>;
