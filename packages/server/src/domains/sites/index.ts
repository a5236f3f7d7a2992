import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Leaving, TreeService } from '../access/index.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SearchService } from '../search/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { adaptiveContract } from './adaptive/adaptive.contract.ts';
import { adaptiveHandlers } from './adaptive/adaptive.handlers.ts';
import { createAdaptiveService } from './adaptive/adaptive.service.ts';
import { customHostnamesContract } from './custom-hostnames/custom-hostnames.contract.ts';
import { customHostnamesHandlers } from './custom-hostnames/custom-hostnames.handlers.ts';
import { createCustomHostnamesService } from './custom-hostnames/custom-hostnames.service.ts';
import { customizationContract } from './customization/customization.contract.ts';
import { customizationHandlers } from './customization/customization.handlers.ts';
import { createCustomizationService } from './customization/customization.service.ts';
import { createPlacesService } from './places/places.service.ts';
import { previewContract } from './preview/preview.contract.ts';
import { previewHandlers } from './preview/preview.handlers.ts';
import { createPreviewService } from './preview/preview.service.ts';
import { publishedContract } from './published/published.contract.ts';
import { publishedHandlers } from './published/published.handlers.ts';
import { createPublishedService, type ScriptsOf } from './published/published.service.ts';
import { publishingAuthContract } from './publishing-auth/publishing-auth.contract.ts';
import { publishingAuthHandlers } from './publishing-auth/publishing-auth.handlers.ts';
import { createPublishingAuthService } from './publishing-auth/publishing-auth.service.ts';
import { redirectsContract } from './redirects/redirects.contract.ts';
import { redirectsHandlers } from './redirects/redirects.handlers.ts';
import { createRedirectsService } from './redirects/redirects.service.ts';
import { siteSearchContract } from './search/search.contract.ts';
import { siteSearchHandlers } from './search/search.handlers.ts';
import { createSiteSearchService } from './search/search.service.ts';
import { sectionGroupsContract } from './section-groups/section-groups.contract.ts';
import { sectionGroupsHandlers } from './section-groups/section-groups.handlers.ts';
import { createSectionGroupsService } from './section-groups/section-groups.service.ts';
import { sectionsContract } from './sections/sections.contract.ts';
import { sectionsHandlers } from './sections/sections.handlers.ts';
import { createSectionsService } from './sections/sections.service.ts';
import { shareLinksContract } from './share-links/share-links.contract.ts';
import { shareLinksHandlers } from './share-links/share-links.handlers.ts';
import { createShareLinksService } from './share-links/share-links.service.ts';
import { createShowingService } from './showing/showing.service.ts';
import { siteSpacesContract } from './site-spaces/site-spaces.contract.ts';
import { siteSpacesHandlers } from './site-spaces/site-spaces.handlers.ts';
import { createSiteSpacesService } from './site-spaces/site-spaces.service.ts';
import { sitesContract } from './sites.contract.ts';
import { sitesHandlers } from './sites.handlers.ts';
import { sitesJobs } from './sites.jobs.ts';
import { createSitesService } from './sites.service.ts';
import { structureContract } from './structure/structure.contract.ts';
import { structureHandlers } from './structure/structure.handlers.ts';
import { createStructureService } from './structure/structure.service.ts';
import { subdomainsContract } from './subdomains/subdomains.contract.ts';
import { subdomainsHandlers } from './subdomains/subdomains.handlers.ts';
import { createSubdomainsService } from './subdomains/subdomains.service.ts';

export { type AdaptiveSchema, UNSIGNED_DESCRIPTION, visitorContext } from './adaptive/adaptive.policy.ts';
export { DEFAULT_CUSTOMIZATION } from './customization/customization.policy.ts';
export type { CustomizationService } from './customization/customization.service.ts';
export type { SiteTarget } from './places/places.service.ts';
export type { publishedContract } from './published/published.contract.ts';
export type { ScriptsOf } from './published/published.service.ts';
export type { redirectsContract } from './redirects/redirects.contract.ts';
export { toRedirect } from './redirects/redirects.handlers.ts';
export type { RedirectsService } from './redirects/redirects.service.ts';
export type { RedirectRow } from './redirects/redirects.store.ts';
export type { SiteSearch, siteSearchContract } from './search/search.contract.ts';
export { markOf, type SiteSearchService } from './search/search.service.ts';
export { type ShowingService, unconditional } from './showing/showing.service.ts';
export {
  type Admission,
  type Audience,
  keyPrintOf,
  mintSiteToken,
  readSiteToken,
  SITE_TOKENS,
} from './site-tokens/site-tokens.service.ts';
export { onSite, Site } from './sites.contract.ts';
export { toSite } from './sites.handlers.ts';
export { type SiteSubject, sitePolicy } from './sites.policy.ts';
export type { SitesService } from './sites.service.ts';
export { presentSite, withKey } from './structure/structure.handlers.ts';
export type { SiteView } from './structure/structure.service.ts';
export { verifyVisitorToken } from './visitor-tokens/visitor-tokens.service.ts';

/** Sites: what of an organization's content is shown to whom, and where. */
export const createSites = (
  kernel: Kernel,
  more: {
    organizations: OrganizationsService;
    tree: TreeService;
    spaces: SpacesService;
    scriptsOf: ScriptsOf;
    leaving: Leaving;
    revisions: RevisionsService;
    search: SearchService;
  },
) => {
  const { links } = kernel;
  const shareLinks = createShareLinksService(kernel);
  const structures = createStructureService({ ...kernel, ...more, shareLinks });
  const service = createSitesService({ ...kernel, ...more, structures });
  const siteSpaces = createSiteSpacesService({ structures });
  const sections = createSectionsService({ ...kernel, structures });
  const groups = createSectionGroupsService({ ...kernel, structures });
  const adaptive = createAdaptiveService(kernel);
  const customization = createCustomizationService({ ...kernel, structures });
  const published = createPublishedService({
    structures,
    customizationsOf: customization.everything,
    scriptsOf: more.scriptsOf,
  });
  const publishingAuth = createPublishingAuthService(kernel);
  const places = createPlacesService({ ...kernel, ...more });
  const preview = createPreviewService({ ...kernel, structures, places });
  const redirects = createRedirectsService({ ...kernel, structures, shareLinks, places });
  const search = createSiteSearchService(more);
  const showing = createShowingService({ ...kernel, ...more });
  return {
    service,
    adaptive,
    customization,
    publishingAuth,
    redirects,
    scriptsOf: more.scriptsOf,
    search,
    shareLinks,
    showing,
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
        ...publishedContract,
        ...previewContract,
        ...publishingAuthContract,
        ...redirectsContract,
        ...siteSearchContract,
        ...shareLinksContract,
        ...subdomainsContract,
        ...customHostnamesContract,
      },
      handlers: {
        ...sitesHandlers(service, links),
        ...structureHandlers(structures, links),
        ...siteSpacesHandlers(structures, siteSpaces, links),
        ...sectionsHandlers(structures, sections, links),
        ...sectionGroupsHandlers(structures, groups, links),
        ...adaptiveHandlers(adaptive),
        ...customizationHandlers(customization),
        ...publishedHandlers(published, links),
        ...previewHandlers(preview),
        ...publishingAuthHandlers(publishingAuth),
        ...redirectsHandlers(redirects, structures),
        ...siteSearchHandlers(search, structures, links),
        ...shareLinksHandlers(shareLinks, links),
        ...subdomainsHandlers(createSubdomainsService(kernel)),
        ...customHostnamesHandlers(createCustomHostnamesService({ ...kernel, sites: service }), links),
      },
      subjects: {
        site: ({ userId }, params) => service.find(userId, params.organizationId!, params.siteId!),
      },
      jobs: sitesJobs(structures),
    }),
  };
};
