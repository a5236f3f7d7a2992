import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import type { Links } from '../../kernel/links.ts';
import { toMember } from '../organizations/index.ts';
import type { teamsContract } from './teams.contract.ts';
import { type TeamSubject, teamPolicy } from './teams.policy.ts';
import type { TeamsService } from './teams.service.ts';

/** A team as the API shows it. */
export const toTeam = (row: TeamSubject) => ({
  object: 'team' as const,
  id: row.id,
  title: row.title,
  members: Number(row.members),
  spaces: Number(row.spaces),
  createdAt: row.created_at.toISOString(),
  permissions: { admin: teamPolicy.can.admin(row), view: teamPolicy.can.view(row) },
});

/** Maps operations to service calls and responses. */
export const teamsHandlers = (teams: TeamsService, links: Links): Handlers<typeof teamsContract> => ({
  listTeamsInOrganizationById: async ({ caller, subject, query, page }) =>
    listOf(page, await teams.list(caller, subject, query, page), (row) => [row.id], toTeam),
  createOrganizationTeam: async ({ caller, subject, body }) =>
    toTeam(await teams.create(caller, subject, body)),
  getTeamInOrganizationById: async ({ subject }) => toTeam(subject),
  updateTeamInOrganizationById: async ({ caller, subject, body }) =>
    toTeam(await teams.rename(caller, subject, body.title)),
  removeTeamFromOrganizationById: async ({ caller, subject }) => {
    await teams.remove(caller, subject);
    return undefined;
  },
  listTeamMembersInOrganizationById: async ({ subject, query, page }) =>
    listOf(
      page,
      await teams.listMembers(subject, query.search, page),
      (row) => [row.member.user_id],
      (row) => ({
        organization: toMember(links, row.member),
        team: { role: row.role },
        permissions: { view: true },
      }),
    ),
  updateMembersInOrganizationTeam: async ({ caller, subject, body }) => {
    await teams.changeMembers(caller, subject, body);
    return undefined;
  },
  addMemberToOrganizationTeamById: async ({ caller, subject, params, body }) => {
    await teams.setMember(caller, subject, params.userId, body.role);
    return undefined;
  },
  deleteMemberFromOrganizationTeamById: async ({ caller, subject, params }) => {
    await teams.removeMember(caller, subject, params.userId);
    return undefined;
  },
  listTeamsForOrganizationMember: async ({ caller, subject, params, query, page }) =>
    listOf(
      page,
      await teams.listOfMember(caller, subject, params.userId, query.title, page),
      (row) => [row.team.id],
      (row) => ({ team: toTeam(row.team), member: { role: row.role } }),
    ),
});
