import Type from 'typebox';
import {
  Empty,
  Id,
  List,
  OneOf,
  Permissions,
  pagedQuery,
  Timestamp,
} from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { inOrganization, Member } from '../organizations/index.ts';
import { teamPolicy } from './teams.policy.ts';

const Title = Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' });
const TeamRole = OneOf(['owner', 'member']);
const TeamMembership = Type.Object({ role: TeamRole });
const People = Type.Array(Type.String({ minLength: 1, maxLength: 320 }), { maxItems: 1000 });

/** A team: members with common access. */
export const Team = Type.Object({
  object: Type.Literal('team'),
  id: Id,
  title: Type.String(),
  members: Type.Integer(),
  spaces: Type.Integer(),
  createdAt: Timestamp,
  permissions: Permissions(['admin', 'view']),
});

const TeamMember = Type.Object({
  organization: Member,
  team: TeamMembership,
  permissions: Permissions(['view']),
});

const onTeam = <const Can extends keyof typeof teamPolicy.can>(can: Can) =>
  ({ policy: teamPolicy, can, on: 'teamId' }) as const;

/** Teams and their members. */
export const teamsContract = {
  listTeamsInOrganizationById: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/teams',
    summary: 'List the teams of an organization',
    permission: inOrganization('listTeams'),
    scope: 'team',
    query: pagedQuery({
      owner: Type.Optional(
        Type.String({ maxLength: 64, description: 'Only teams that this member can manage' }),
      ),
      title: Type.Optional(
        Type.String({ maxLength: 64, description: 'Only teams whose title contains this' }),
      ),
    }),
    responses: { 200: List(Team) },
  }),
  createOrganizationTeam: operation({
    method: 'PUT',
    path: '/orgs/{organizationId}/teams',
    summary: 'Create a team',
    permission: inOrganization('admin'),
    scope: 'team',
    body: Type.Object({ title: Title, members: Type.Optional(People) }),
    responses: { 201: Team },
  }),
  getTeamInOrganizationById: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/teams/{teamId}',
    summary: 'Get a team',
    permission: onTeam('view'),
    responses: { 200: Team },
  }),
  updateTeamInOrganizationById: operation({
    method: 'PATCH',
    path: '/orgs/{organizationId}/teams/{teamId}',
    summary: 'Rename a team',
    permission: onTeam('rename'),
    body: Type.Object({ title: Title }),
    responses: { 200: Team },
  }),
  removeTeamFromOrganizationById: operation({
    method: 'DELETE',
    path: '/orgs/{organizationId}/teams/{teamId}',
    summary: 'Delete a team',
    permission: onTeam('delete'),
    responses: { 204: Empty },
  }),
  listTeamMembersInOrganizationById: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/teams/{teamId}/members',
    summary: 'List the members of a team',
    permission: onTeam('view'),
    query: pagedQuery({
      search: Type.Optional(
        Type.String({
          maxLength: 256,
          description: 'Only members whose name or e-mail address contains this',
        }),
      ),
    }),
    responses: { 200: List(TeamMember) },
  }),
  updateMembersInOrganizationTeam: operation({
    method: 'PUT',
    path: '/orgs/{organizationId}/teams/{teamId}/members',
    summary: 'Add and remove members of a team, by user id or e-mail address',
    permission: onTeam('admin'),
    body: Type.Object({
      add: Type.Optional(People),
      remove: Type.Optional(People),
      memberships: Type.Optional(
        Type.Record(Type.String({ minLength: 1, maxLength: 320 }), TeamMembership, { maxProperties: 1000 }),
      ),
    }),
    responses: { 204: Empty },
  }),
  addMemberToOrganizationTeamById: operation({
    method: 'PUT',
    path: '/orgs/{organizationId}/teams/{teamId}/members/{userId}',
    summary: 'Add a member to a team, or update their role in it',
    permission: onTeam('admin'),
    body: Type.Object({ role: Type.Optional(TeamRole) }),
    responses: { 204: Empty },
  }),
  deleteMemberFromOrganizationTeamById: operation({
    method: 'DELETE',
    path: '/orgs/{organizationId}/teams/{teamId}/members/{userId}',
    summary: 'Remove a member from a team',
    permission: onTeam('admin'),
    responses: { 204: Empty },
  }),
  listTeamsForOrganizationMember: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/members/{userId}/teams',
    summary: 'List the teams of a member',
    permission: inOrganization('view'),
    scope: 'team',
    query: pagedQuery({ title: Type.Optional(Type.String({ maxLength: 64 })) }),
    responses: { 200: List(Type.Object({ team: Team, member: TeamMembership })) },
  }),
};
