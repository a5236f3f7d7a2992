import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import type { Links } from '../../kernel/links.ts';
import { toCollection } from '../collections/index.ts';
import { toUser } from '../identity/index.ts';
import { toSpace } from '../spaces/index.ts';
import type { InvitationsService } from './invitations/invitations.service.ts';
import type { invitesContract } from './invites.contract.ts';
import type { Invite, InvitesService } from './invites.service.ts';
import type { JoiningService } from './joining.service.ts';

interface Services {
  readonly invites: InvitesService;
  readonly invitations: InvitationsService;
  readonly joining: JoiningService;
}

const headOf = (links: Links, { row, redundant, isActive }: Invite) => ({
  object: 'invite' as const,
  id: row.id,
  redundant,
  active: isActive,
  createdAt: row.created_at.toISOString(),
  createdBy: toUser(links, row.creator),
  urls: {
    location: links.apiUrl(`/orgs/${row.organization_id}/link-invites/${row.id}`),
    app: links.fileUrl(`/invites/${row.organization_id}/${row.id}`),
  },
});

const toInvite = (links: Links, shown: Invite) => {
  const { row, space, collection } = shown;
  const invite = headOf(links, shown);
  if (space) return { ...invite, level: row.role, space: toSpace(links, space) };
  if (collection) return { ...invite, level: row.role, collection: toCollection(links, collection) };
  return { ...invite, role: row.role };
};

/** Maps operations to service calls and responses. */
export const invitesHandlers = (
  { invites, invitations, joining }: Services,
  links: Links,
): Handlers<typeof invitesContract> => ({
  inviteUsersToOrganization: async ({ caller, subject, body }) => {
    const { links: created, ...invited } = await invites.byEmail(caller, subject, body);
    return {
      ...invited,
      mailed: invitations.canSendEmail,
      links: created.map(({ user, url, expiresAt }) => ({
        user: user.id,
        email: user.email,
        url,
        expiresAt: expiresAt.toISOString(),
      })),
    };
  },
  renewMemberInvitation: async ({ caller, subject, params, body }) => {
    const delivery = await invitations.redeliver(caller, subject.id, params.userId, body.delivery);
    return delivery.mailed ? delivery : { ...delivery, expiresAt: delivery.expiresAt.toISOString() };
  },
  joinOrganizationWithInvite: async ({ caller, params }) => {
    await joining.accept(caller, params.organizationId, params.inviteId);
    return {};
  },
  listOrganizationInviteLinks: async ({ subject, page }) =>
    listOf(
      page,
      await invites.list(subject.id, page),
      ({ row }) => [row.id],
      (invite) => ({ ...headOf(links, invite), role: invite.row.role }),
    ),
  createOrganizationInvite: async ({ caller, subject, body }) =>
    toInvite(links, await invites.create(caller, subject, body)),
  getOrganizationInviteLink: async ({ caller, params }) =>
    toInvite(links, await invites.get(caller, params.organizationId, params.inviteId)),
  updateOrganizationInviteById: async ({ caller, subject, params, body }) =>
    toInvite(links, await invites.update(caller, subject, params.inviteId, body)),
  deleteOrganizationInviteById: async ({ caller, subject, params }) => {
    await invites.remove(caller, subject, params.inviteId);
    return undefined;
  },
});
