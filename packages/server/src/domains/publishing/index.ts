import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SiteHosts } from '../../kernel/site-hosts.ts';
import type { ChangeRequestsService } from '../change-requests/index.ts';
import type { CollectionsService } from '../collections/index.ts';
import type {
  ContentService,
  EmbedsService,
  EvaluationService,
  ReferencesService,
} from '../content/index.ts';
import type { IdentityService } from '../identity/index.ts';
import type { InsightsService } from '../insights/index.ts';
import type { BlocksService } from '../integrations/index.ts';
import type { VersionsService } from '../openapi/index.ts';
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
import { resolvingContract } from './api/published-urls.contract.ts';
import { resolvingHandlers } from './api/published-urls.handlers.ts';
import { createResolvingService } from './api/published-urls.service.ts';
import { readingHandlers } from './api/visitor-content.handlers.ts';
import { createReadingService } from './api/visitor-content.service.ts';
import { publishingContract } from './publishing.contract.ts';
import { publishingHandlers } from './publishing.handlers.ts';
import { createFormerService } from './redirects/previous-addresses.service.ts';
import { createForwardingService } from './redirects/redirect-lookup.service.ts';
import { createBlocksService } from './rendering/integration-blocks.service.ts';
import { createScriptsService } from './rendering/integration-scripts.service.ts';
import { createFramesService } from './rendering/layout.service.ts';
import { createMachineService } from './rendering/machine-files.service.ts';
import { createApisService, type SpecificationNamed } from './rendering/openapi-blocks.service.ts';
import { createNeedsService } from './rendering/page-data.service.ts';
import { createPagesService } from './rendering/page-html.service.ts';
import { createRemoteService } from './rendering/remote-files.service.ts';
import { createLooksService } from './rendering/theme.service.ts';
import { createEncodingsService } from './responses/compression.service.ts';
import { createFeedbackService } from './responses/feedback.service.ts';
import { createPostsService } from './responses/form-posts.service.ts';
import { createMcpService } from './responses/mcp.service.ts';
import { createAnswersService } from './responses/site-requests.service.ts';
import { createDraftsService } from './routing/previews.service.ts';
import { createRoutesService } from './routing/routing.service.ts';
import { createFindingService } from './search/site-search.service.ts';
import { listHostnames } from './site/site.store.ts';
import { createVisitsService } from './visitor-access/admission.service.ts';
import { createEnteringService } from './visitor-access/browser-admission.service.ts';
import { createDoorsService, type SignInAt } from './visitor-access/sign-in.service.ts';

/** What publishing needs of others. */
export interface PublishingParts {
  readonly insights: InsightsService;
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
  readonly signInAt: SignInAt;
  readonly blocks: BlocksService;
  readonly specificationNamed: SpecificationNamed;
  readonly specVersions: VersionsService;
  readonly references: ReferencesService;
}

/** Published sites, as their readers meet them. */
export const createPublishing = (kernel: Kernel, parts: PublishingParts) => {
  const { hosts } = parts;
  const looks = createLooksService(parts);
  const scripts = createScriptsService(parts);
  const frames = createFramesService({ ...parts, looks, scripts });
  const apis = createApisService({ ...kernel, ...parts, remote: createRemoteService(kernel) });
  const needs = createNeedsService({ ...kernel, ...parts, apis });
  const pages = createPagesService({
    ...kernel,
    ...parts,
    frames,
    needs,
    looks,
    blocks: createBlocksService({ showBlocks: parts.blocks.show }),
  });
  const machine = createMachineService({ frames, pages });
  const finding = createFindingService({ ...parts, frames });
  const former = createFormerService({ ...kernel, frames });
  const forwarding = createForwardingService({ ...parts, frames, former });
  const drafts = createDraftsService(parts);
  const routes = createRoutesService({ frames, pages, machine, finding, looks, forwarding, drafts });
  const visits = createVisitsService({ ...kernel, ...parts });
  const doors = createDoorsService(parts);
  const entering = createEnteringService({ ...kernel, visits, doors });
  const feedback = createFeedbackService(kernel);
  const mcp = createMcpService({ routes, finding, feedback, looks });
  const answers = createAnswersService({
    ...kernel,
    entering,
    routes,
    mcp,
    scripts,
    doors,
    encodings: createEncodingsService(),
  });
  const posts = createPostsService({ ...parts, entering, frames, looks, feedback, mcp });
  const reading = createReadingService({ ...kernel, ...parts, visits, frames, finding, former });
  return {
    /** Who comes with the token of a site. */
    findVisitor: reading.find,
    /** The hostnames that sites have for themselves. */
    hostnames: () => listHostnames(kernel.db),
    domain: domain({
      name: 'publishing',
      contract: {
        ...publishingContract,
        ...feedbackContract,
        ...resolvingContract,
        ...contentUrlsContract,
      },
      handlers: {
        ...publishingHandlers(answers, posts, hosts),
        ...feedbackHandlers(feedback),
        ...contentUrlsHandlers(
          createContentUrlsService({ ...kernel, ...parts, visits }),
          parts.content,
          kernel,
        ),
        ...resolvingHandlers(createResolvingService({ ...kernel, hosts, visits, former, doors })),
      },
      visitorHandlers: readingHandlers({ ...kernel, ...parts, reading }),
    }),
  };
};
