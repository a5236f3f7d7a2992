import Type from 'typebox';
import {
  Empty,
  Id,
  List,
  MemberRoleOrGuest,
  OneOf,
  pagedQuery,
  Timestamp,
  Url,
} from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { Collection } from '../collections/index.ts';
import { User } from '../identity/index.ts';
import { inOrganization } from '../organizations/index.ts';
import { Space } from '../spaces/index.ts';

const Email = Type.String({ format: 'email', maxLength: 320 });

const Invitation = Type.Object({
  emails: Type.Array(Type.Union([Email, Type.Object({ email: Email, role: MemberRoleOrGuest })]), {
    minItems: 1,
    maxItems: 100,
  }),
  role: Type.Optional(MemberRoleOrGuest),
  sso: Type.Optional(Type.Boolean()),
});

const inviteFields = {
  object: Type.Literal('invite'),
  id: Id,
  redundant: Type.Boolean(),
  active: Type.Boolean({
    description: 'False if the creator is no longer allowed to create it: then nobody can join with it',
  }),
  createdAt: Timestamp,
  createdBy: User,
  urls: Type.Object({
    location: Url,
    app: Type.String({ format: 'uri', description: 'The page on which people accept the invitation' }),
  }),
};

const mailed = Type.Boolean({
  description: 'Whether e-mails are sent; otherwise pass the links on yourself',
});
const link = {
  url: Type.String({ format: 'uri', description: 'The page on which the user accepts; shown only once' }),
  expiresAt: Timestamp,
};
const OrganizationInvite = Type.Object({ ...inviteFields, role: MemberRoleOrGuest });
const InviteLink = Type.Union([
  OrganizationInvite,
  Type.Object({ ...inviteFields, level: MemberRoleOrGuest, space: Space }),
  Type.Object({ ...inviteFields, level: MemberRoleOrGuest, collection: Collection }),
]);

// One object instead of a union, so that every field is validated; `anyOf` says which fields go together.
const NewInvite = Type.Object(
  {
    role: Type.Optional(MemberRoleOrGuest),
    level: Type.Optional(MemberRoleOrGuest),
    space: Type.Optional(Id),
    collection: Type.Optional(Id),
  },
  {
    anyOf: [{ required: ['role'] }, { required: ['level', 'space'] }, { required: ['level', 'collection'] }],
  },
);

const InviteChange = Type.Object(
  { role: Type.Optional(MemberRoleOrGuest), level: Type.Optional(MemberRoleOrGuest) },
  { anyOf: [{ required: ['role'] }, { required: ['level'] }] },
);

/** Invitations to organizations, by e-mail address or by link. */
export const invitesContract = {
  inviteUsersToOrganization: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/invites',
    summary: 'Invite users by e-mail address',
    permission: inOrganization('admin'),
    body: Invitation,
    responses: {
      200: Type.Object({
        users: Type.Array(Id),
        invited: Type.Integer(),
        mailed,
        links: Type.Array(Type.Object({ user: Id, email: Type.String(), ...link }), {
          description: 'The links of the invited users, if no e-mails are sent',
        }),
        failedSSOEmails: Type.Optional(Type.Array(Type.String())),
      }),
    },
  }),
  renewMemberInvitation: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/members/{userId}/invitation',
    summary: 'Send the invitation of a member again, or get a new link; earlier links end',
    permission: inOrganization('admin'),
    body: Type.Object({
      delivery: Type.Optional(
        OneOf(['email', 'link'], { description: 'Default: by e-mail if the server can send it' }),
      ),
    }),
    responses: {
      200: Type.Object({ mailed, url: Type.Optional(link.url), expiresAt: Type.Optional(Timestamp) }),
    },
  }),
  joinOrganizationWithInvite: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/invites/{inviteId}',
    summary: 'Join an organization with an invite link',
    permission: 'authenticated',
    scope: 'organization',
    responses: { 200: Type.Object({}) },
  }),
  listOrganizationInviteLinks: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/link-invites',
    summary: 'List the invite links of an organization',
    permission: inOrganization('admin'),
    query: pagedQuery(),
    responses: { 200: List(OrganizationInvite) },
  }),
  createOrganizationInvite: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/link-invites',
    summary: 'Create an invite link to an organization, a space or a collection',
    permission: inOrganization('view'),
    body: NewInvite,
    responses: { 201: InviteLink },
  }),
  getOrganizationInviteLink: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/link-invites/{inviteId}',
    summary: 'Get an invite link and the access that it grants',
    permission: 'authenticated',
    scope: 'organization',
    responses: { 200: InviteLink },
  }),
  updateOrganizationInviteById: operation({
    method: 'PATCH',
    path: '/orgs/{organizationId}/link-invites/{inviteId}',
    summary: 'Update the role of an invite link',
    permission: inOrganization('view'),
    body: InviteChange,
    responses: { 200: InviteLink },
  }),
  deleteOrganizationInviteById: operation({
    method: 'DELETE',
    path: '/orgs/{organizationId}/link-invites/{inviteId}',
    summary: 'Revoke an invite link',
    permission: inOrganization('view'),
    responses: { 204: Empty },
  }),
};
