import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { subdomainsContract } from './subdomains.contract.ts';
import type { SubdomainsService } from './subdomains.service.ts';

/** Maps operations to service calls and responses. */
export const subdomainsHandlers = (subdomains: SubdomainsService): Handlers<typeof subdomainsContract> => ({
  getSubdomain: async ({ caller, params }) => {
    const found = await subdomains.find(caller, params.subdomain);
    return {
      object: 'subdomain',
      subdomain: found.hostname!,
      target: { type: 'organization', organization: found.id },
      isActive: Boolean(found.is_active),
    };
  },
});
