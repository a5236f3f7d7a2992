import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import type { Links } from '../../kernel/links.ts';
import { toCollection } from '../collections/index.ts';
import { toSpace } from '../spaces/index.ts';
import type { invitesContract } from './invites.contract.ts';
import type { Invite, InvitesService } from './invites.service.ts';

const toInvite = (links: Links, { row, redundant, space, collection }: Invite) => {
  const invite = { object: 'invite' as const, id: row.id, redundant };
  if (space) return { ...invite, level: row.role, space: toSpace(links, space) };
  if (collection) return { ...invite, level: row.role, collection: toCollection(links, collection) };
  return { ...invite, role: row.role };
};

/** Maps operations to service calls and responses. */
export const invitesHandlers = (invites: InvitesService, links: Links): Handlers<typeof invitesContract> => ({
  inviteUsersToOrganization: ({ caller, subject, body }) => invites.byEmail(caller, subject, body),
  joinOrganizationWithInvite: async ({ caller, params }) => {
    await invites.accept(caller, params.organizationId, params.inviteId);
    return {};
  },
  listOrganizationInviteLinks: async ({ subject, page }) =>
    listOf(
      page,
      await invites.list(subject.id, page),
      (row) => [row.id],
      // Only administrators list invite links, and they have the highest role already.
      (row) => ({ object: 'invite' as const, id: row.id, role: row.role, redundant: true }),
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
