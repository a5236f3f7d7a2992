import type { Caller } from '../../../kernel/auth/principal.ts';
import type { Role } from '../../../kernel/contract/common-schemas.ts';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf, type Page, type PageRequest } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import { toUser } from '../../identity/index.ts';
import { toTeam } from '../../teams/index.ts';
import type { ContentSubject } from '../access.policy.ts';
import type { AccessOrigin } from './access-origin.ts';
import type { grantsContract } from './grants.contract.ts';
import type { GrantsService } from './grants.service.ts';
import type { UserPermissionRow } from './grants.store.ts';

interface Call {
  readonly caller: Caller;
  readonly subject: ContentSubject;
}

const toOrigin = (reader: ContentSubject, origin: AccessOrigin) => ({
  type: origin.type,
  ...('content' in origin && { content: { kind: origin.content.kind, id: origin.content.id } }),
  ...('team' in origin && {
    team: { id: origin.team.id, ...(reader.member_role !== null && { title: origin.team.title }) },
  }),
});

/** Handlers of grants; spaces and collections differ only in their paths. */
export const grantsHandlers = (grants: GrantsService, links: Links): Handlers<typeof grantsContract> => {
  const toPermission = (row: UserPermissionRow) => ({ permission: row.role!, user: toUser(links, row) });
  const usersOf = (page: PageRequest, rows: Page<UserPermissionRow>) =>
    listOf(page, rows, (row) => [row.id], toPermission);

  const invite = async ({
    caller,
    subject,
    body,
  }: Call & { body: Parameters<GrantsService['invite']>[2] }) => {
    await grants.invite(caller, subject, body);
    return undefined;
  };
  const setUser = async (call: Call & { params: { userId: string }; body: { role?: Role | null } }) => {
    await grants.setUser(call.caller, call.subject, call.params.userId, call.body.role);
    return undefined;
  };
  const setTeam = async (call: Call & { params: { teamId: string }; body: { role?: Role | null } }) => {
    await grants.setTeam(call.caller, call.subject, call.params.teamId, call.body.role);
    return undefined;
  };
  const removeUser = async ({ caller, subject, params }: Call & { params: { userId: string } }) => {
    await grants.removeUser(caller, subject, params.userId);
    return undefined;
  };
  const removeTeam = async ({ caller, subject, params }: Call & { params: { teamId: string } }) => {
    await grants.removeTeam(caller, subject, params.teamId);
    return undefined;
  };
  const listUsers = async ({ subject, page }: Call & { page: PageRequest }) =>
    usersOf(page, await grants.listUsers(subject, page));
  const listTeams = async ({ caller, subject, page }: Call & { page: PageRequest }) =>
    listOf(
      page,
      await grants.listTeams(caller, subject, page),
      (row) => [row.team.id],
      (row) => ({ permission: row.role, team: toTeam(row.team) }),
    );
  const listEffective = async ({
    subject,
    query,
    page,
  }: Call & { query: { role?: Role; search?: string }; page: PageRequest }) =>
    listOf(
      page,
      await grants.listEffective(subject, query, page),
      (row) => [row.id],
      (row) => ({ ...toPermission(row), origin: toOrigin(subject, row.origin) }),
    );

  return {
    inviteToSpace: invite,
    listUserPermissionsInSpace: listUsers,
    updateUserPermissionInSpace: setUser,
    removeUserFromSpace: removeUser,
    listTeamPermissionsInSpace: listTeams,
    updateTeamPermissionInSpace: setTeam,
    removeTeamFromSpace: removeTeam,
    listPermissionsAggregateInSpace: listEffective,
    inviteToCollection: invite,
    listUserPermissionsInCollection: listUsers,
    updateUserPermissionInCollection: setUser,
    removeUserFromCollection: removeUser,
    listTeamPermissionsInCollection: listTeams,
    updateTeamPermissionInCollection: setTeam,
    removeTeamFromCollection: removeTeam,
    listPermissionsAggregateInCollection: listEffective,
    listPermissionsAggregateInSite: async ({ subject, params, page }) =>
      listOf(
        page,
        await grants.listInSite(subject.id, params.siteId, page),
        (row) => [row.id],
        (row) => ({
          permission: row.role,
          user: toUser(links, row),
          origin: { type: 'organization' as const, organization: subject.id },
        }),
      ),
  };
};
