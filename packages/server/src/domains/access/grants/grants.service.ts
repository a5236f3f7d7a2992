import type { Caller } from '../../../kernel/auth/principal.ts';
import type { Role } from '../../../kernel/contract/common-schemas.ts';
import type { PageRequest } from '../../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { ApiError, conflict, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { IdentityService } from '../../identity/index.ts';
import {
  hasSite,
  insertMembers,
  type OrganizationsService,
  SSO_REQUIRED,
} from '../../organizations/index.ts';
import { findTeams, type TeamSubject } from '../../teams/index.ts';
import type { ContentSubject } from '../access.policy.ts';
import type { ContentTreeService } from '../tree/tree.service.ts';
import { decideAccess } from './access-origin.ts';
import {
  deleteGrant,
  findMemberIds,
  findTitle,
  type GrantChanges,
  listChain,
  listEffective,
  listMemberRules,
  listOrganizationRoles,
  listTeamGrants,
  listUserGrants,
  upsertGrants,
} from './grants.store.ts';

/** Sends the invitation of a new guest by e-mail. */
export type SendInvitation = (
  tx: DatabaseTransaction,
  guest: { readonly organizationId: string; readonly userId: string; readonly invitedBy: string },
) => Promise<unknown>;

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'events' | 'emails'> {
  readonly identity: Pick<IdentityService, 'ensureUsers'>;
  readonly organizations: Pick<OrganizationsService, 'find'>;
  readonly tree: Pick<ContentTreeService, 'lockForAccessChange'>;
  readonly sendInvitation: SendInvitation;
}

/** The error for a user or team that does not exist. */
const unknownGrantee = (path: string, message: string) =>
  new ApiError(404, `${path}: ${message}`, { details: [{ path, message }] });

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Grants of access to spaces and collections. */
export const createGrantsService = ({
  db,
  transaction,
  clock,
  events,
  emails: mailServer,
  identity,
  organizations,
  tree,
  sendInvitation,
}: Dependencies) => {
  /** Records an event if roles have changed. */
  const record = async (
    tx: DatabaseTransaction,
    caller: Caller,
    content: ContentSubject,
    changed: { users?: GrantChanges; teams?: GrantChanges },
  ): Promise<void> => {
    const payload = Object.fromEntries(
      Object.entries(changed).filter(([, changes]) => Object.keys(changes).length > 0),
    );
    if (Object.keys(payload).length > 0)
      await events.record(tx, caller, {
        organizationId: content.organization_id,
        action: `${content.kind}.access-changed`,
        target: { type: content.kind, id: content.id, label: await findTitle(tx, content) },
        payload,
      });
  };

  /** Finds members by id or e-mail address; unknown addresses are invited as guests. */
  const resolveUsers = async (
    tx: DatabaseTransaction,
    caller: Caller,
    content: ContentSubject,
    names: readonly string[],
  ): Promise<string[]> => {
    const emails = names.filter((name) => EMAIL.test(name));
    const ids = names.filter((name) => !EMAIL.test(name));
    const members = await findMemberIds(tx, content.organization_id, ids);
    const unknown = names.findIndex((name) => !EMAIL.test(name) && !members.has(name));
    if (unknown >= 0)
      throw unknownGrantee(`body.users.${unknown}`, 'is neither the id of a member nor an e-mail address');
    if (emails.length === 0) return ids;
    const users = await identity.ensureUsers(
      tx,
      emails.map((email) => ({ email })),
    );
    const guests = await insertMembers(
      tx,
      content.organization_id,
      users.map(({ id }) => ({ userId: id, role: null, addedByOthers: true })),
      clock.now(),
    );
    const there = await findMemberIds(
      tx,
      content.organization_id,
      users.map((user) => user.id),
    );
    const foreign = users.find((user) => !there.has(user.id));
    if (foreign) {
      const index = names.findIndex((name) => name.toLowerCase() === foreign.email.toLowerCase());
      throw unknownGrantee(`body.users.${index}`, 'is managed by another organization');
    }
    const { userId } = caller.principal;
    if (guests.length > 0 && (await organizations.find(content.organization_id, userId, tx))?.sso)
      throw conflict(`${SSO_REQUIRED}: invite them with sso: true first`);
    for (const guest of guests) {
      await events.record(tx, caller, {
        organizationId: content.organization_id,
        action: 'member.invited',
        target: { type: 'member', id: guest, label: users.find(({ id }) => id === guest)!.email },
        payload: { by: 'email', [content.kind]: content.id },
      });
      // Without e-mail there is a link, which only administrators may have: it opens the account.
      if (mailServer)
        await sendInvitation(tx, {
          organizationId: content.organization_id,
          userId: guest,
          invitedBy: userId,
        });
    }
    return [...ids, ...users.map((user) => user.id)];
  };

  const requireTeams = async (
    tx: DatabaseTransaction,
    caller: Caller,
    content: ContentSubject,
    teamIds: readonly string[],
  ) => {
    const found = new Set(
      (await findTeams(tx, content.organization_id, teamIds, caller.principal.userId)).map((team) => team.id),
    );
    const unknown = teamIds.findIndex((id) => !found.has(id));
    if (unknown >= 0) throw unknownGrantee(`body.teams.${unknown}`, 'is not a team of the organization');
  };

  return {
    invite: (
      caller: Caller,
      content: ContentSubject,
      {
        role,
        users = [],
        teams = [],
      }: { role: Role | null; users?: readonly string[]; teams?: readonly string[] },
    ): Promise<void> =>
      transaction(async (tx) => {
        await tree.lockForAccessChange(tx, caller, content);
        await requireTeams(tx, caller, content, teams);
        const userIds = await resolveUsers(tx, caller, content, users);
        await record(tx, caller, content, {
          users: await upsertGrants(tx, content, 'users', userIds, role, clock.now()),
          teams: await upsertGrants(tx, content, 'teams', teams, role, clock.now()),
        });
      }),

    setUser: (
      caller: Caller,
      content: ContentSubject,
      userId: string,
      role: Role | null | undefined,
    ): Promise<void> =>
      transaction(async (tx) => {
        await tree.lockForAccessChange(tx, caller, content);
        if (!(await findMemberIds(tx, content.organization_id, [userId])).has(userId))
          throw notFound('member');
        if (role === undefined) return;
        const users = await upsertGrants(tx, content, 'users', [userId], role, clock.now());
        await record(tx, caller, content, { users });
      }),

    setTeam: (
      caller: Caller,
      content: ContentSubject,
      teamId: string,
      role: Role | null | undefined,
    ): Promise<void> =>
      transaction(async (tx) => {
        await tree.lockForAccessChange(tx, caller, content);
        const [team] = await findTeams(tx, content.organization_id, [teamId], caller.principal.userId);
        if (!team) throw notFound('team');
        if (role === undefined) return;
        const teams = await upsertGrants(tx, content, 'teams', [teamId], role, clock.now());
        await record(tx, caller, content, { teams });
      }),

    removeUser: (caller: Caller, content: ContentSubject, userId: string): Promise<void> =>
      transaction(async (tx) => {
        await tree.lockForAccessChange(tx, caller, content);
        await record(tx, caller, content, { users: await deleteGrant(tx, content, 'users', userId) });
      }),

    removeTeam: (caller: Caller, content: ContentSubject, teamId: string): Promise<void> =>
      transaction(async (tx) => {
        await tree.lockForAccessChange(tx, caller, content);
        await record(tx, caller, content, { teams: await deleteGrant(tx, content, 'teams', teamId) });
      }),

    listUsers: (content: ContentSubject, page: PageRequest) => listUserGrants(db, content, page),

    listTeams: async (caller: Caller, content: ContentSubject, page: PageRequest) => {
      const { userId } = caller.principal;
      const { rows, count } = await listTeamGrants(db, content, page);
      const [teams, organization] = await Promise.all([
        findTeams(
          db,
          content.organization_id,
          rows.map((row) => row.team_id),
          userId,
        ),
        organizations.find(content.organization_id, userId),
      ]);
      const byId = new Map(
        teams.map((team) => [
          team.id,
          { ...team, organizationRole: organization?.role ?? null } as TeamSubject,
        ]),
      );
      return {
        rows: rows.flatMap(({ team_id, role }) =>
          byId.has(team_id) && role ? [{ role, team: byId.get(team_id)! }] : [],
        ),
        count,
      };
    },

    /** The users with access to a content, each with the access rule that decides their role. */
    listEffective: async (
      content: ContentSubject,
      filter: { readonly role?: Role | undefined; readonly search?: string | undefined },
      page: PageRequest,
    ) => {
      const { rows, count } = await listEffective(db, content, filter, page);
      const chain = await listChain(db, content);
      const rules = await listMemberRules(
        db,
        content.organization_id,
        chain.map(({ id }) => id),
        rows.map(({ id }) => id),
      );
      return {
        rows: rows.map((row) => ({ ...row, origin: decideAccess(chain, rules.get(row.id)!).origin })),
        count,
      };
    },

    listInSite: async (organizationId: string, siteId: string, page: PageRequest) => {
      if (!(await hasSite(db, organizationId, siteId))) throw notFound('site');
      return listOrganizationRoles(db, organizationId, page);
    },
  };
};

/** Grants of access to spaces and collections. */
export type GrantsService = ReturnType<typeof createGrantsService>;
