import Type from 'typebox';
import {
  Empty,
  Id,
  List,
  MemberRoleOrGuest,
  OneOf,
  Order,
  pagedQuery,
  ROLES,
  Timestamp,
} from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { User } from '../../identity/index.ts';
import { inOrganization } from '../organizations.contract.ts';

/** A member of an organization. */
export const Member = Type.Object({
  object: Type.Literal('member'),
  id: Id,
  role: MemberRoleOrGuest,
  user: User,
  disabled: Type.Boolean(),
  joinedAt: Timestamp,
  lastSeenAt: Type.Optional(Timestamp),
  sso: Type.Boolean(),
  spaces: Type.Number(),
  teams: Type.Number(),
});

/** Members of an organization. */
export const membersContract = {
  listMembersInOrganizationById: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/members',
    summary: 'List the members of an organization',
    permission: inOrganization('listMembers'),
    query: pagedQuery({
      order: Type.Optional(Order),
      role: Type.Optional(OneOf([...ROLES, 'guest'])),
      search: Type.Optional(
        Type.String({
          maxLength: 256,
          description: 'Only members whose name or e-mail address contains this',
        }),
      ),
      sort: Type.Optional(OneOf(['joinedAt', 'lastSeenAt'], { default: 'joinedAt' })),
    }),
    responses: { 200: List(Member) },
  }),
  getMemberInOrganizationById: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/members/{userId}',
    summary: 'Get a member of an organization',
    permission: inOrganization('view'),
    responses: { 200: Member },
  }),
  updateMemberInOrganizationById: operation({
    method: 'PATCH',
    path: '/orgs/{organizationId}/members/{userId}',
    summary: 'Update the role of a member, and disable or enable them',
    permission: inOrganization('admin'),
    body: Type.Object({
      role: Type.Optional(MemberRoleOrGuest),
      disabled: Type.Optional(
        Type.Boolean({ description: 'A disabled member has no access, but keeps role, teams and grants' }),
      ),
    }),
    responses: { 200: Member },
  }),
  removeMemberFromOrganizationById: operation({
    method: 'DELETE',
    path: '/orgs/{organizationId}/members/{userId}',
    summary: 'Remove a member, or leave the organization',
    // Members without access may leave, too.
    permission: 'authenticated',
    scope: 'organization',
    responses: { 204: Empty },
  }),
  updateOrganizationMemberLastSeenAt: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/ping',
    summary: 'Update the time at which you were last seen',
    permission: inOrganization('view'),
    responses: { 200: Type.Object({ serviceVisitorClaims: Type.Optional(Type.String()) }) },
  }),
  setUserAsSSOMemberForOrganization: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/members/{userId}/sso',
    summary: 'Enable single sign-on for a member',
    permission: inOrganization('admin'),
    responses: { 200: Member },
  }),
};
