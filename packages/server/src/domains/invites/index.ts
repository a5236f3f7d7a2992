import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { CollectionsService } from '../collections/index.ts';
import type { IdentityService } from '../identity/index.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { invitesContract } from './invites.contract.ts';
import { invitesHandlers } from './invites.handlers.ts';
import { createInvitesService } from './invites.service.ts';

/** Invitations to organizations, by e-mail address or by link. */
export const createInvites = (
  kernel: Kernel,
  more: {
    identity: IdentityService;
    organizations: OrganizationsService;
    collections: CollectionsService;
    spaces: SpacesService;
  },
) => {
  const service = createInvitesService({ ...kernel, ...more });
  return {
    domain: domain({
      name: 'invites',
      contract: invitesContract,
      handlers: invitesHandlers(service, kernel.links),
    }),
  };
};
