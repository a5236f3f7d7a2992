import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { Links } from '../../../kernel/links.ts';
import { toSite } from '../sites.handlers.ts';
import { presentSite } from '../structure/structure.handlers.ts';
import type { publishedContract } from './published-site.contract.ts';
import type { PublishedService } from './published-site.service.ts';

/** Maps operations to service calls and responses. */
export const publishedHandlers = (
  published: PublishedService,
  links: Links,
): Handlers<typeof publishedContract> => ({
  listSiteIntegrationScripts: ({ subject }) => published.scripts(subject),
  getPublishedContentSite: async ({ caller, subject, query }) => {
    const { view, customizations, scripts } = await published.find(caller, subject, query.shareKey);
    return {
      object: 'published-content-site',
      site: toSite(links, subject, view.shareKey),
      // Renderers open the first space of each section, so sections without visible spaces are omitted.
      structure: presentSite(links, view).structure('full'),
      customizations,
      scripts,
    };
  },
});
