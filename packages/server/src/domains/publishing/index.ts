import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SiteHosts } from '../../kernel/site-hosts.ts';
import type { AiResponsesService, AskService } from '../ask/index.ts';
import type { ChangeRequestsService } from '../change-requests/index.ts';
import type { CollectionsService } from '../collections/index.ts';
import type {
  ContentService,
  EmbedsService,
  EvaluationService,
  ReferencesService,
} from '../content/index.ts';
import type { IdentityService } from '../identity/index.ts';
import type { InsightsService, MissesService } from '../insights/index.ts';
import type { BlocksService, VisitorAuthenticationService } from '../integrations/index.ts';
import type { OAuthService } from '../oauth/index.ts';
import type { VersionsService } from '../openapi/index.ts';
import type { PdfsService } from '../pdfs/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SearchService } from '../search/index.ts';
import type {
  CustomizationService,
  FindSiteScripts,
  RedirectsService,
  SiteSearchService,
  SitesService,
  VisitorViewService,
} from '../sites/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { contentUrlsContract } from './api/content-urls.contract.ts';
import { contentUrlsHandlers } from './api/content-urls.handlers.ts';
import { createContentUrlsService } from './api/content-urls.service.ts';
import { feedbackContract } from './api/feedback.contract.ts';
import { feedbackHandlers } from './api/feedback.handlers.ts';
import { publishedUrlsContract } from './api/published-urls.contract.ts';
import { publishedUrlsHandlers } from './api/published-urls.handlers.ts';
import { createPublishedUrlsService } from './api/published-urls.service.ts';
import { visitorAiResponsesHandlers } from './api/visitor-ai-responses.handlers.ts';
import { visitorAskHandlers } from './api/visitor-ask.handlers.ts';
import { visitorContentHandlers } from './api/visitor-content.handlers.ts';
import { createVisitorContentService } from './api/visitor-content.service.ts';
import { visitorOAuthContract } from './api/visitor-oauth.contract.ts';
import { visitorOAuthHandlers } from './api/visitor-oauth.handlers.ts';
import { visitorSignInContract } from './api/visitor-sign-in.contract.ts';
import { visitorSignInHandlers } from './api/visitor-sign-in.handlers.ts';
import { publishingContract } from './publishing.contract.ts';
import { publishingHandlers } from './publishing.handlers.ts';
import { publishingJobs } from './publishing.jobs.ts';
import { createPreviousPathsService } from './redirects/previous-paths.service.ts';
import { createRedirectLookupService } from './redirects/redirect-lookup.service.ts';
import { createIntegrationBlocksService } from './rendering/integration-blocks.service.ts';
import { createIntegrationScriptsService } from './rendering/integration-scripts.service.ts';
import { createLayoutService } from './rendering/layout.service.ts';
import { createMachineFilesService } from './rendering/machine-files.service.ts';
import { createOpenapiBlocksService } from './rendering/openapi-blocks.service.ts';
import { createPageDataService } from './rendering/page-data.service.ts';
import { createPageDocumentsService } from './rendering/page-documents.service.ts';
import { createPageHtmlService } from './rendering/page-html.service.ts';
import { createRemoteFilesService } from './rendering/remote-files.service.ts';
import { createSocialPicturesService } from './rendering/social-pictures.service.ts';
import {
  createSpecificationPartsService,
  type SpecificationNamed,
} from './rendering/specification-parts.service.ts';
import { createThemeService } from './rendering/theme.service.ts';
import { createCompressionService } from './responses/compression.service.ts';
import { createFeedbackService } from './responses/feedback.service.ts';
import { createFormPostsService } from './responses/form-posts.service.ts';
import { createMcpService } from './responses/mcp.service.ts';
import { createMcpTools } from './responses/mcp-tools.ts';
import { createPageCache } from './responses/page-cache.ts';
import { createPageResponsesService } from './responses/page-responses.service.ts';
import { createSiteRequestsService } from './responses/site-requests.service.ts';
import { createVisitorOAuthService } from './responses/visitor-oauth.service.ts';
import { createPreviewsService } from './routing/previews.service.ts';
import { createRoutingService } from './routing/routing.service.ts';
import { createSitePdfsService } from './routing/site-pdfs.service.ts';
import { createSiteRoutesService } from './routing/site-routes.service.ts';
import { createAskPagesService } from './search/ask-pages.service.ts';
import { createPublishedSearchService } from './search/published-search.service.ts';
import { createVisitorSpacesService } from './search/visitor-spaces.service.ts';
import { listHostnames } from './site/site.store.ts';
import { createSitePagesService } from './site/site-pages.service.ts';
import { createAdmissionService } from './visitor-access/admission.service.ts';
import { createBrowserAdmissionService } from './visitor-access/browser-admission.service.ts';
import { createSignInService } from './visitor-access/sign-in.service.ts';
import { createSignInEndpointService } from './visitor-access/sign-in-endpoint.service.ts';
import { createSiteLookupService } from './visitor-access/site-lookup.service.ts';

/** Dependencies on other domains. */
export interface PublishingDependencies {
  readonly ask: AskService;
  readonly oauth: OAuthService;
  readonly responses: AiResponsesService;
  readonly insights: InsightsService;
  readonly misses: MissesService;
  readonly hosts: SiteHosts;
  readonly spaces: SpacesService;
  readonly sites: SitesService;
  readonly revisions: RevisionsService;
  readonly changeRequests: ChangeRequestsService;
  readonly content: ContentService;
  readonly evaluation: EvaluationService;
  readonly search: SearchService;
  readonly embeds: EmbedsService;
  readonly identity: IdentityService;
  readonly collections: CollectionsService;
  readonly customization: CustomizationService;
  readonly visitorViews: VisitorViewService;
  readonly redirects: RedirectsService;
  readonly siteSearch: SiteSearchService;
  readonly findSiteScripts: FindSiteScripts;
  readonly visitorAuthentication: VisitorAuthenticationService;
  readonly blocks: BlocksService;
  readonly specificationNamed: SpecificationNamed;
  readonly specVersions: VersionsService;
  readonly references: ReferencesService;
  readonly pdfs: PdfsService;
}

/** Services that render pages and files of sites. */
const createRendering = (kernel: Kernel, deps: PublishingDependencies) => {
  const sitePages = createSitePagesService(deps);
  const theme = createThemeService(deps);
  const integrationScripts = createIntegrationScriptsService(deps);
  const remoteFiles = createRemoteFilesService(kernel);
  const specificationParts = createSpecificationPartsService({ ...kernel, ...deps, remoteFiles });
  const openapiBlocks = createOpenapiBlocksService({ specificationParts });
  const pageData = createPageDataService({ ...kernel, ...deps, openapiBlocks });
  const pageDocuments = createPageDocumentsService({ ...kernel, ...deps, sitePages, pageData });
  const integrationBlocks = createIntegrationBlocksService({ blocksInSpace: deps.blocks.inSpace });
  const layout = createLayoutService({ ...kernel, sitePages, theme, integrationScripts });
  const socialPictures = createSocialPicturesService({ sitePages, theme });
  const pageHtml = createPageHtmlService({
    sitePages,
    layout,
    pageDocuments,
    integrationBlocks,
    socialPictures,
    theme,
  });
  const machineFiles = createMachineFilesService({ sitePages, pageDocuments });
  return { sitePages, theme, integrationScripts, layout, pageHtml, machineFiles, socialPictures };
};

/** Services that admit visitors to sites. */
const createVisitorAccess = (kernel: Kernel, deps: PublishingDependencies) => {
  const { clock, limits } = kernel;
  const siteLookup = createSiteLookupService(kernel);
  const signIn = createSignInService({ ...kernel, ...deps });
  const signInEndpoint = createSignInEndpointService({ clock, limits, ...deps, siteLookup, signIn });
  const admission = createAdmissionService({ ...kernel, ...deps, siteLookup });
  const browserAdmission = createBrowserAdmissionService({ ...kernel, siteLookup, admission, signIn });
  return { siteLookup, signIn, signInEndpoint, admission, browserAdmission };
};

/** Makes the domain that serves published sites to their readers. */
export const createPublishing = (kernel: Kernel, deps: PublishingDependencies) => {
  const { hosts } = deps;
  const access = createVisitorAccess(kernel, deps);
  const rendering = createRendering(kernel, deps);
  const { sitePages, theme } = rendering;
  const publishedSearch = createPublishedSearchService({ ...deps, sitePages });
  const visitorSpaces = createVisitorSpacesService({ ...deps, sitePages });
  const askPages = createAskPagesService({ ...deps, ...rendering, visitorSpaces });
  const previousPaths = createPreviousPathsService({ ...kernel, sitePages });
  const redirectLookup = createRedirectLookupService({ ...deps, sitePages, previousPaths });
  const routing = createRoutingService({
    ...rendering,
    search: publishedSearch,
    redirectLookup,
    previews: createPreviewsService(deps),
    sitePdfs: createSitePdfsService({ ...kernel, ...deps, ...rendering }),
    siteRoutes: createSiteRoutesService({ ...rendering, search: publishedSearch, askPages }),
  });
  const feedback = createFeedbackService(kernel);
  const mcp = createMcpService({
    tools: createMcpTools({ ...kernel, routing, search: publishedSearch, feedback }),
    theme,
  });
  const visitorOAuth = createVisitorOAuthService({ ...kernel, ...deps, ...access, ...rendering });
  const pageResponses = createPageResponsesService({
    ...kernel,
    ...rendering,
    routing,
    pageCache: createPageCache(() => kernel.clock.now().getTime()),
  });
  const compression = createCompressionService();
  const siteRequests = createSiteRequestsService({
    ...kernel,
    ...access,
    misses: deps.misses,
    insights: deps.insights,
    mcp,
    visitorOAuth,
    pageResponses,
    compression,
  });
  const formPosts = createFormPostsService({ ...deps, ...access, ...rendering, feedback, mcp, visitorOAuth });
  const visitorContent = createVisitorContentService({
    ...kernel,
    ...deps,
    ...access,
    sitePages,
    publishedSearch,
    previousPaths,
  });
  const contentUrls = createContentUrlsService({ ...kernel, ...deps, ...access });
  const publishedUrls = createPublishedUrlsService({ ...kernel, ...access, hosts, previousPaths });
  return {
    /** Finds the visitor with a site token. */
    findVisitor: visitorContent.find,
    /** Finds icons by name. */
    iconSymbols: () => theme.symbolsOf(),
    /** Lists the custom hostnames of all sites. */
    hostnames: () => listHostnames(kernel.db),
    domain: domain({
      name: 'publishing',
      contract: {
        ...publishingContract,
        ...feedbackContract,
        ...publishedUrlsContract,
        ...contentUrlsContract,
        ...visitorSignInContract,
        ...visitorOAuthContract,
      },
      handlers: {
        ...publishingHandlers(siteRequests, formPosts, hosts),
        ...feedbackHandlers(feedback),
        ...contentUrlsHandlers(contentUrls, deps.content, kernel),
        ...publishedUrlsHandlers(publishedUrls),
        ...visitorSignInHandlers(access.signInEndpoint),
        ...visitorOAuthHandlers(visitorOAuth),
      },
      jobs: publishingJobs(visitorOAuth),
      visitorHandlers: {
        ...visitorContentHandlers({ ...kernel, ...deps, visitorContent }),
        ...visitorAskHandlers({ ...deps, visitorContent, visitorSpaces }),
        ...visitorAiResponsesHandlers({ ...deps, visitorContent, visitorSpaces }),
      },
    }),
  };
};
