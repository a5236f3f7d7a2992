import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import { sitesContract } from './sites.contract.ts';
import { sitesHandlers } from './sites.handlers.ts';
import { createSitesService } from './sites.service.ts';

/** Sites: what of an organization's content is shown to whom, and where. */
export const createSites = (kernel: Kernel, more: { organizations: OrganizationsService }) => {
  const service = createSitesService({ ...kernel, ...more });
  return {
    service,
    domain: domain({
      name: 'sites',
      contract: { ...sitesContract },
      handlers: { ...sitesHandlers(service, kernel.links) },
      subjects: {
        site: ({ userId }, params) => service.find(userId, params.organizationId!, params.siteId!),
      },
    }),
  };
};
