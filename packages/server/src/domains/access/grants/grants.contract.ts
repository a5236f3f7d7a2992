import Type from 'typebox';
import {
  Empty,
  List,
  MemberRole,
  MemberRoleOrGuest,
  OneOf,
  pagedQuery,
} from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { User } from '../../identity/index.ts';
import { inOrganization } from '../../organizations/index.ts';
import { Team } from '../../teams/index.ts';
import { collectionAccessPolicy, spaceAccessPolicy } from '../access.policy.ts';

const Names = Type.Array(Type.String({ minLength: 1, maxLength: 320 }), { minItems: 1, maxItems: 100 });

const Invitation = Type.Intersect([
  Type.Object({ role: MemberRoleOrGuest, users: Type.Optional(Names), teams: Type.Optional(Names) }),
  Type.Union([Type.Object({ users: Names }), Type.Object({ teams: Names })]),
]);
const NewRole = Type.Object({ role: Type.Optional(MemberRoleOrGuest) });
const UserPermission = Type.Object({ permission: MemberRole, user: User });
const TeamPermission = Type.Object({ permission: MemberRole, team: Team });
const Origin = Type.Object(
  {
    type: OneOf(['organization', 'grant', 'team', 'default', 'creator']),
    content: Type.Optional(
      Type.Object(
        { kind: OneOf(['collection', 'space']), id: Type.String() },
        { description: 'The space or collection with the access rule; it may be above this one' },
      ),
    ),
    team: Type.Optional(
      Type.Object({
        id: Type.String(),
        title: Type.Optional(Type.String({ description: 'Missing for guests, who do not see teams' })),
      }),
    ),
  },
  {
    description:
      'The access rule that decides: the role in the organization, a grant to the user or to a team, the default level of a space or collection, or that the user created it',
  },
);
const EffectivePermission = Type.Object({ permission: MemberRole, user: User, origin: Origin });
const UserSitePermission = Type.Object({
  permission: MemberRoleOrGuest,
  user: User,
  origin: Type.Union([
    Type.Object({ type: Type.Literal('space'), space: Type.String() }),
    Type.Object({ type: Type.Literal('organization'), organization: Type.String() }),
  ]),
});
const byRole = {
  role: Type.Optional(OneOf(['admin', 'create', 'review', 'edit', 'comment', 'read'])),
  search: Type.Optional(
    Type.String({ maxLength: 256, description: 'Only users whose name or e-mail address contains this' }),
  ),
};

const onSpace = <const Can extends keyof typeof spaceAccessPolicy.can>(can: Can) =>
  ({ policy: spaceAccessPolicy, can, on: 'spaceId' }) as const;
const onCollection = <const Can extends keyof typeof collectionAccessPolicy.can>(can: Can) =>
  ({ policy: collectionAccessPolicy, can, on: 'collectionId' }) as const;

/** Operations on the access to spaces and collections. */
export const grantsContract = {
  inviteToSpace: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/permissions',
    summary: 'Give users (by id or e-mail address) and teams a role on a space',
    permission: onSpace('admin'),
    body: Invitation,
    responses: { 204: Empty },
  }),
  listUserPermissionsInSpace: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/permissions/users',
    summary: 'List the users with a role on a space',
    permission: onSpace('listAccess'),
    query: pagedQuery(),
    responses: { 200: List(UserPermission) },
  }),
  updateUserPermissionInSpace: operation({
    method: 'PATCH',
    path: '/spaces/{spaceId}/permissions/users/{userId}',
    summary: 'Set the role of a user on a space; null denies access',
    permission: onSpace('admin'),
    body: NewRole,
    responses: { 204: Empty },
  }),
  removeUserFromSpace: operation({
    method: 'DELETE',
    path: '/spaces/{spaceId}/permissions/users/{userId}',
    summary: 'Remove the role of a user on a space',
    permission: onSpace('admin'),
    responses: { 204: Empty },
  }),
  listTeamPermissionsInSpace: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/permissions/teams',
    summary: 'List the teams with a role on a space',
    permission: onSpace('listAccess'),
    query: pagedQuery(),
    responses: { 200: List(TeamPermission) },
  }),
  updateTeamPermissionInSpace: operation({
    method: 'PATCH',
    path: '/spaces/{spaceId}/permissions/teams/{teamId}',
    summary: 'Set the role of a team on a space; null denies access',
    permission: onSpace('admin'),
    body: NewRole,
    responses: { 204: Empty },
  }),
  removeTeamFromSpace: operation({
    method: 'DELETE',
    path: '/spaces/{spaceId}/permissions/teams/{teamId}',
    summary: 'Remove the role of a team on a space',
    permission: onSpace('admin'),
    responses: { 204: Empty },
  }),
  listPermissionsAggregateInSpace: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/permissions/aggregate',
    summary: 'List the users with access to a space, with their effective role',
    permission: onSpace('listAccess'),
    query: pagedQuery(byRole),
    responses: { 200: List(EffectivePermission) },
  }),
  inviteToCollection: operation({
    method: 'POST',
    path: '/collections/{collectionId}/permissions',
    summary: 'Give users (by id or e-mail address) and teams a role on a collection',
    permission: onCollection('admin'),
    body: Invitation,
    responses: { 204: Empty },
  }),
  listUserPermissionsInCollection: operation({
    method: 'GET',
    path: '/collections/{collectionId}/permissions/users',
    summary: 'List the users with a role on a collection',
    permission: onCollection('listAccess'),
    query: pagedQuery(),
    responses: { 200: List(UserPermission) },
  }),
  updateUserPermissionInCollection: operation({
    method: 'PATCH',
    path: '/collections/{collectionId}/permissions/users/{userId}',
    summary: 'Set the role of a user on a collection; null denies access',
    permission: onCollection('admin'),
    body: NewRole,
    responses: { 204: Empty },
  }),
  removeUserFromCollection: operation({
    method: 'DELETE',
    path: '/collections/{collectionId}/permissions/users/{userId}',
    summary: 'Remove the role of a user on a collection',
    permission: onCollection('admin'),
    responses: { 204: Empty },
  }),
  listTeamPermissionsInCollection: operation({
    method: 'GET',
    path: '/collections/{collectionId}/permissions/teams',
    summary: 'List the teams with a role on a collection',
    permission: onCollection('listAccess'),
    query: pagedQuery(),
    responses: { 200: List(TeamPermission) },
  }),
  updateTeamPermissionInCollection: operation({
    method: 'PATCH',
    path: '/collections/{collectionId}/permissions/teams/{teamId}',
    summary: 'Set the role of a team on a collection; null denies access',
    permission: onCollection('admin'),
    body: NewRole,
    responses: { 204: Empty },
  }),
  removeTeamFromCollection: operation({
    method: 'DELETE',
    path: '/collections/{collectionId}/permissions/teams/{teamId}',
    summary: 'Remove the role of a team on a collection',
    permission: onCollection('admin'),
    responses: { 204: Empty },
  }),
  listPermissionsAggregateInCollection: operation({
    method: 'GET',
    path: '/collections/{collectionId}/permissions/aggregate',
    summary: 'List the users with access to a collection, with their effective role',
    permission: onCollection('listAccess'),
    query: pagedQuery(byRole),
    responses: { 200: List(EffectivePermission) },
  }),
  listPermissionsAggregateInSite: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/permissions/aggregate',
    summary: 'List the members of the organization of a site, with their role on the site',
    permission: inOrganization('listMembers'),
    scope: 'site',
    query: pagedQuery(),
    responses: { 200: List(UserSitePermission) },
  }),
};
