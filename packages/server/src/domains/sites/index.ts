import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import { adaptiveContract } from './adaptive/adaptive.contract.ts';
import { adaptiveHandlers } from './adaptive/adaptive.handlers.ts';
import { createAdaptiveService } from './adaptive/adaptive.service.ts';
import { customizationContract } from './customization/customization.contract.ts';
import { customizationHandlers } from './customization/customization.handlers.ts';
import { createCustomizationService } from './customization/customization.service.ts';
import { publishingAuthContract } from './publishing-auth/publishing-auth.contract.ts';
import { publishingAuthHandlers } from './publishing-auth/publishing-auth.handlers.ts';
import { createPublishingAuthService } from './publishing-auth/publishing-auth.service.ts';
import { shareLinksContract } from './share-links/share-links.contract.ts';
import { shareLinksHandlers } from './share-links/share-links.handlers.ts';
import { createShareLinksService } from './share-links/share-links.service.ts';
import { sitesContract } from './sites.contract.ts';
import { sitesHandlers } from './sites.handlers.ts';
import { createSitesService } from './sites.service.ts';

export { DEFAULT_CUSTOMIZATION } from './customization/customization.policy.ts';
export type { CustomizationService } from './customization/customization.service.ts';

/** Sites: what of an organization's content is shown to whom, and where. */
export const createSites = (kernel: Kernel, more: { organizations: OrganizationsService }) => {
  const service = createSitesService({ ...kernel, ...more });
  const adaptive = createAdaptiveService(kernel);
  const customization = createCustomizationService(kernel);
  const publishingAuth = createPublishingAuthService(kernel);
  const shareLinks = createShareLinksService(kernel);
  return {
    service,
    adaptive,
    customization,
    publishingAuth,
    shareLinks,
    domain: domain({
      name: 'sites',
      contract: {
        ...sitesContract,
        ...adaptiveContract,
        ...customizationContract,
        ...publishingAuthContract,
        ...shareLinksContract,
      },
      handlers: {
        ...sitesHandlers(service, kernel.links),
        ...adaptiveHandlers(adaptive),
        ...customizationHandlers(customization),
        ...publishingAuthHandlers(publishingAuth),
        ...shareLinksHandlers(shareLinks, kernel.links),
      },
      subjects: {
        site: ({ userId }, params) => service.find(userId, params.organizationId!, params.siteId!),
      },
    }),
  };
};
