import type { Caller } from '../../kernel/auth/principal.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { invalid, notFound } from '../../kernel/errors/errors.ts';
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
  deleteTeamMembers,
  findTeam,
  insertTeam,
  listTeamMembers,
  listTeams,
  listTeamsOfMember,
  resolvePeople,
  type TeamRole,
  type TeamRow,
  updateTeamTitle,
  upsertTeamMembers,
} from './teams.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events'> {
  readonly organizations: Pick<OrganizationsService, 'find'>;
}

/** Who is to be added to a team, with which role, and who is to go. */
export interface TeamMemberChanges {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  readonly memberships?: Readonly<Record<string, { readonly role: TeamRole }>>;
}

/** Teams and who is in them. */
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
    caller: Caller,
    action: string,
    team: { organization_id: string; id: string; title: string },
    payload = {},
  ) =>
    events.record(tx, caller, {
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
      const stranger = Object.keys(memberships).find((name) => !withRole.has(name));
      if (stranger !== undefined)
        throw invalid({
          path: `body.memberships.${stranger}`,
          message: 'is not a member of the organization',
        });
      const people = new Map<string, TeamRole | undefined>(
        [...added.values()].map((userId) => [userId, undefined]),
      );
      for (const [name, userId] of withRole) people.set(userId, memberships[name]!.role);
      // Who is in both is removed.
      for (const userId of removed) people.delete(userId);
      await upsertTeamMembers(tx, keyOf(team), people, clock.now());
      await deleteTeamMembers(tx, keyOf(team), [...removed]);
      if (people.size + removed.size > 0)
        await record(tx, caller, 'team.members-changed', team, {
          added: Object.fromEntries([...people].map(([userId, role]) => [userId, role ?? 'member'])),
          removed: [...removed],
        });
    });

  return {
    /** A team as the caller meets it; an organization that is not theirs does not exist. */
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
      wish: { title: string; members?: readonly string[] },
    ): Promise<TeamSubject> =>
      transaction(async (tx) => {
        const { userId } = caller.principal;
        const team = {
          organizationId: organization.id,
          id: newId(),
          title: wish.title,
          createdBy: userId,
          createdAt: clock.now(),
        };
        const members = await resolveAll(tx, organization.id, 'members', wish.members ?? []);
        await insertTeam(tx, team);
        await upsertTeamMembers(
          tx,
          { organizationId: organization.id, teamId: team.id },
          new Map([...members.values()].map((id) => [id, undefined])),
          clock.now(),
        );
        const row = (await findTeam(tx, organization.id, team.id, userId))!;
        await record(tx, caller, 'team.created', row);
        return asSubject(row, organization);
      }),

    rename: (caller: Caller, team: TeamSubject, title: string): Promise<TeamSubject> =>
      transaction(async (tx) => {
        await updateTeamTitle(tx, team.organization_id, team.id, title);
        await record(tx, caller, 'team.renamed', team, { from: team.title, to: title });
        return { ...team, title };
      }),

    remove: (caller: Caller, team: TeamSubject): Promise<void> =>
      transaction(async (tx) => {
        await deleteTeam(tx, team.organization_id, team.id);
        await record(tx, caller, 'team.deleted', team);
      }),

    listMembers: (team: TeamSubject, page: PageRequest) =>
      listTeamMembers(db, team.organization_id, team.id, page),

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

    removeMember: (caller: Caller, team: TeamSubject, userId: string): Promise<void> =>
      changeMembers(caller, team, { remove: [userId] }),
  };
};

/** Teams and who is in them. */
export type TeamsService = ReturnType<typeof createTeamsService>;
