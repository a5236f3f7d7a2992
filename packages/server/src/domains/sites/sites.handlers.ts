import type { Static } from 'typebox';
import { permissionsOf } from '../../kernel/auth/policy.ts';
import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import type { Links } from '../../kernel/links.ts';
import { publishedUrl } from '../../kernel/published-url.ts';
import { CUSTOMIZATION_FEATURES, SITE_FEATURES, type Site, type sitesContract } from './sites.contract.ts';
import { sitePolicy } from './sites.policy.ts';
import type { SitesService } from './sites.service.ts';
import type { SiteSubject } from './sites.store.ts';

const features = SITE_FEATURES.map((id) => ({
  id,
  plan: 'ultimate' as const,
  frozen: false,
  ...(id === 'sites-advanced-customization' && { customizations: [...CUSTOMIZATION_FEATURES] }),
}));

/** The permissions of a visitor, who only sees what is published. */
export const VISITOR_PERMISSIONS = {
  ...permissionsOf(sitePolicy, { role: null } as SiteSubject),
  view: true,
};

/** A site as the API shows it. */
export const toSite = (links: Links, row: SiteSubject, shareKey?: string) =>
  ({
    object: 'site',
    id: row.id,
    type: row.type,
    appliedType: row.type,
    title: row.title,
    ...(row.hostname && { hostname: row.hostname }),
    basename: row.basename,
    ...(row.proxy_origin && {
      proxy: { origin: row.proxy_origin, target: links.fileUrl(`/sites/${row.id}`) },
    }),
    visibility: row.visibility,
    defaultLevel: 'inherit',
    permissions: permissionsOf(sitePolicy, row),
    published: row.published,
    siteSpaces: Number(row.site_spaces),
    createdAt: row.created_at.toISOString(),
    adaptiveContent: { enabled: row.adaptive_content },
    agentsContext: row.agents_context,
    contentSecurityPolicy: { hosts: row.policy_hosts },
    features,
    urls: {
      location: links.apiUrl(`/orgs/${row.organization_id}/sites/${row.id}`),
      app: links.appUrl(`/o/${row.organization_id}/sites/${row.id}`),
      ...(row.published && { published: publishedUrl(links, row, [], shareKey) }),
      // Previews have the address of the published site.
      preview: publishedUrl(links, row, [], shareKey),
    },
  }) as Static<typeof Site>;

/** Maps operations to service calls and responses. */
export const sitesHandlers = (sites: SitesService, links: Links): Handlers<typeof sitesContract> => ({
  listSites: async ({ caller, subject, query, page }) =>
    listOf(
      page,
      await sites.list(caller, subject, query, page),
      (row) => [row.id],
      (row) => toSite(links, row),
    ),
  createSite: async ({ caller, subject, body }) => toSite(links, await sites.create(caller, subject, body)),
  getSiteById: async ({ subject }) => toSite(links, subject),
  updateSiteById: async ({ caller, subject, body }) =>
    toSite(links, await sites.update(caller, subject, body)),
  deleteSiteById: async ({ caller, subject }) => {
    await sites.remove(caller, subject);
    return undefined;
  },
  publishSite: async ({ caller, subject }) => toSite(links, await sites.publish(caller, subject, true)),
  unpublishSite: async ({ caller, subject }) => toSite(links, await sites.publish(caller, subject, false)),
});
