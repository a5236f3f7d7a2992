import type { Handlers } from '../../../kernel/contract/operation.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Links } from '../../../kernel/links.ts';
import type { customHostnamesContract } from './custom-hostnames.contract.ts';
import type { CustomHostnamesService } from './custom-hostnames.service.ts';

/** Maps operations to service calls and responses. */
export const customHostnamesHandlers = (
  hostnames: CustomHostnamesService,
  links: Links,
): Handlers<typeof customHostnamesContract> => ({
  getCustomHostname: async ({ caller, params }) => {
    const site = await hostnames.find(caller, params.hostname);
    if (!site?.hostname) throw notFound('custom hostname');
    return {
      object: 'custom-hostname',
      hostname: site.hostname,
      target: { type: 'site', site: site.id },
      isActive: site.published,
      urls: { location: links.apiUrl(`/custom-hostnames/${site.hostname}`) },
    };
  },
  dnsRevalidateCustomHostname: async ({ caller, params }) => {
    if (!(await hostnames.findOwn(caller, params.hostname))) throw notFound('custom hostname');
    return undefined;
  },
  removeCustomHostname: async ({ caller, params }) => {
    const site = await hostnames.findOwn(caller, params.hostname);
    if (site) await hostnames.take(caller, site);
    return undefined;
  },
});
