import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { ContentTreeService, RemovalHook } from '../access/index.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SearchService } from '../search/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { adaptiveContract } from './adaptive-content/adaptive-schema.contract.ts';
import { adaptiveHandlers } from './adaptive-content/adaptive-schema.handlers.ts';
import { createAdaptiveService } from './adaptive-content/adaptive-schema.service.ts';
import { customizationContract } from './customization/customization.contract.ts';
import { customizationHandlers } from './customization/customization.handlers.ts';
import { createCustomizationService } from './customization/customization.service.ts';
import { customHostnamesContract } from './hostnames/custom-hostnames.contract.ts';
import { customHostnamesHandlers } from './hostnames/custom-hostnames.handlers.ts';
import { createCustomHostnamesService } from './hostnames/custom-hostnames.service.ts';
import { dnsCheckContract } from './hostnames/dns-check.contract.ts';
import { dnsCheckHandlers } from './hostnames/dns-check.handlers.ts';
import { subdomainsContract } from './hostnames/subdomains.contract.ts';
import { subdomainsHandlers } from './hostnames/subdomains.handlers.ts';
import { createSubdomainsService } from './hostnames/subdomains.service.ts';
import { imagesContract } from './images/images.contract.ts';
import { imagesHandlers } from './images/images.handlers.ts';
import { createImagesService } from './images/images.service.ts';
import { mcpServersContract } from './mcp-servers/mcp-servers.contract.ts';
import { mcpServersHandlers } from './mcp-servers/mcp-servers.handlers.ts';
import { createMcpServersService } from './mcp-servers/mcp-servers.service.ts';
import { previewUrlsContract } from './preview-urls/preview-urls.contract.ts';
import { previewUrlsHandlers } from './preview-urls/preview-urls.handlers.ts';
import { createPreviewUrlsService } from './preview-urls/preview-urls.service.ts';
import { publishedContract } from './published-site/published-site.contract.ts';
import { publishedHandlers } from './published-site/published-site.handlers.ts';
import { createPublishedService, type FindSiteScripts } from './published-site/published-site.service.ts';
import { createVisitorViewService } from './published-site/visitor-view.service.ts';
import { publishingAuthContract } from './publishing-auth/publishing-auth.contract.ts';
import { publishingAuthHandlers } from './publishing-auth/publishing-auth.handlers.ts';
import { createPublishingAuthService } from './publishing-auth/publishing-auth.service.ts';
import { redirectsContract } from './redirects/redirects.contract.ts';
import { redirectsHandlers } from './redirects/redirects.handlers.ts';
import { createRedirectsService } from './redirects/redirects.service.ts';
import { siteSearchContract } from './search/search.contract.ts';
import { siteSearchHandlers } from './search/search.handlers.ts';
import { createSiteSearchService } from './search/search.service.ts';
import { shareLinksContract } from './share-links/share-links.contract.ts';
import { shareLinksHandlers } from './share-links/share-links.handlers.ts';
import { createShareLinksService } from './share-links/share-links.service.ts';
import { sitesContract } from './sites.contract.ts';
import { sitesHandlers } from './sites.handlers.ts';
import { sitesJobs } from './sites.jobs.ts';
import { createSitesService } from './sites.service.ts';
import { sectionGroupsContract } from './structure/section-groups.contract.ts';
import { sectionGroupsHandlers } from './structure/section-groups.handlers.ts';
import { createSectionGroupsService } from './structure/section-groups.service.ts';
import { sectionsContract } from './structure/sections.contract.ts';
import { sectionsHandlers } from './structure/sections.handlers.ts';
import { createSectionsService } from './structure/sections.service.ts';
import { siteSpacesContract } from './structure/site-spaces.contract.ts';
import { siteSpacesHandlers } from './structure/site-spaces.handlers.ts';
import { createSiteSpacesService } from './structure/site-spaces.service.ts';
import { createSiteTargetsService } from './structure/site-targets.service.ts';
import { structureContract } from './structure/structure.contract.ts';
import { structureHandlers } from './structure/structure.handlers.ts';
import { createStructureService } from './structure/structure.service.ts';

export {
  type AdaptiveSchema,
  UNSIGNED_DESCRIPTION,
  visitorContext,
} from './adaptive-content/claims-schema.ts';
export type { CustomizationService } from './customization/customization.service.ts';
export { DEFAULT_CUSTOMIZATION } from './customization/merge-customization.ts';
export type { CallableMcpServer, McpServersService } from './mcp-servers/mcp-servers.service.ts';
export type { publishedContract } from './published-site/published-site.contract.ts';
export type { FindSiteScripts } from './published-site/published-site.service.ts';
export { type VisitorViewService, withoutCondition } from './published-site/visitor-view.service.ts';
export {
  type Admission,
  type Audience,
  keyFingerprint,
  SITE_TOKEN_PURPOSE,
  signSiteToken,
  verifySiteToken,
} from './publishing-auth/site-token.ts';
export type { redirectsContract } from './redirects/redirects.contract.ts';
export { toRedirect } from './redirects/redirects.handlers.ts';
export type { MatchedRedirect, RedirectsService } from './redirects/redirects.service.ts';
export type { RedirectRow } from './redirects/redirects.store.ts';
export { withSegments } from './redirects/wildcards.ts';
export { SearchScope, type SiteSearch, type siteSearchContract } from './search/search.contract.ts';
export { type SiteSearchService, searchFingerprint } from './search/search.service.ts';
export { summarizeCreatedShareLinks } from './share-links/created-share-links.store.ts';
export { onSite, Site } from './sites.contract.ts';
export { toSite, VISITOR_PERMISSIONS } from './sites.handlers.ts';
export { sitePolicy } from './sites.policy.ts';
export type { SitesService } from './sites.service.ts';
export type { SiteSubject } from './sites.store.ts';
export type { SiteTarget } from './structure/site-targets.service.ts';
export { presentSite, withShareKey } from './structure/structure.handlers.ts';
export type { SiteView, StructureService } from './structure/structure.service.ts';

/** Sites: published collections of spaces with their structure, settings and audience. */
export const createSites = (
  kernel: Kernel,
  more: {
    organizations: OrganizationsService;
    tree: ContentTreeService;
    spaces: SpacesService;
    findSiteScripts: FindSiteScripts;
    beforeRemoval: RemovalHook;
    revisions: RevisionsService;
    search: SearchService;
  },
) => {
  const { links } = kernel;
  const shareLinks = createShareLinksService(kernel);
  const mcpServers = createMcpServersService(kernel);
  const structures = createStructureService({ ...kernel, ...more, shareLinks });
  const service = createSitesService({ ...kernel, ...more, structures });
  const siteSpaces = createSiteSpacesService({ structures });
  const sections = createSectionsService({ ...kernel, structures });
  const groups = createSectionGroupsService({ ...kernel, structures });
  const adaptive = createAdaptiveService(kernel);
  const customization = createCustomizationService({ ...kernel, structures });
  const images = createImagesService({ ...kernel, ...more });
  const published = createPublishedService({
    structures,
    customizationsOf: customization.findAll,
    findSiteScripts: more.findSiteScripts,
  });
  const publishingAuth = createPublishingAuthService(kernel);
  const siteTargets = createSiteTargetsService({ ...kernel, ...more });
  const preview = createPreviewUrlsService({ ...kernel, structures, siteTargets });
  const redirects = createRedirectsService({ ...kernel, structures, shareLinks, siteTargets });
  const search = createSiteSearchService(more);
  const visitorViews = createVisitorViewService({ ...kernel, ...more });
  return {
    service,
    adaptive,
    customization,
    images,
    publishingAuth,
    redirects,
    findSiteScripts: more.findSiteScripts,
    structures,
    search,
    shareLinks,
    mcpServers,
    visitorViews,
    domain: domain({
      name: 'sites',
      contract: {
        ...sitesContract,
        ...structureContract,
        ...siteSpacesContract,
        ...sectionsContract,
        ...sectionGroupsContract,
        ...adaptiveContract,
        ...customizationContract,
        ...imagesContract,
        ...publishedContract,
        ...previewUrlsContract,
        ...publishingAuthContract,
        ...redirectsContract,
        ...siteSearchContract,
        ...shareLinksContract,
        ...mcpServersContract,
        ...subdomainsContract,
        ...customHostnamesContract,
        ...dnsCheckContract,
      },
      handlers: {
        ...sitesHandlers(service, links),
        ...structureHandlers(structures, links),
        ...siteSpacesHandlers(structures, siteSpaces, links),
        ...sectionsHandlers(structures, sections, links),
        ...sectionGroupsHandlers(structures, groups, links),
        ...adaptiveHandlers(adaptive),
        ...customizationHandlers(customization),
        ...imagesHandlers(images),
        ...publishedHandlers(published, links),
        ...previewUrlsHandlers(preview),
        ...publishingAuthHandlers(publishingAuth),
        ...redirectsHandlers(redirects, structures),
        ...siteSearchHandlers(search, structures, links),
        ...shareLinksHandlers(shareLinks, links),
        ...mcpServersHandlers(mcpServers, links),
        ...subdomainsHandlers(createSubdomainsService(kernel)),
        ...customHostnamesHandlers(createCustomHostnamesService({ ...kernel, sites: service }), links),
        ...dnsCheckHandlers(links),
      },
      subjects: {
        site: ({ userId }, params) => service.find(userId, params.organizationId!, params.siteId!),
      },
      jobs: sitesJobs(structures),
    }),
  };
};
