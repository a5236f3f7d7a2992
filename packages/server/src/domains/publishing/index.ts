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
  RedirectsService,
  ScriptsOf,
  ShowingService,
  SiteSearchService,
  SitesService,
} from '../sites/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { createAnswersService } from './answers/answers.service.ts';
import { createApisService, type SpecificationNamed } from './apis/apis.service.ts';
import { createBlocksService } from './blocks/blocks.service.ts';
import { contentUrlsContract } from './content-urls/content-urls.contract.ts';
import { contentUrlsHandlers } from './content-urls/content-urls.handlers.ts';
import { createContentUrlsService } from './content-urls/content-urls.service.ts';
import { createDoorsService, type SignInAt } from './doors/doors.service.ts';
import { createDraftsService } from './drafts/drafts.service.ts';
import { createEncodingsService } from './encodings/encodings.service.ts';
import { createEnteringService } from './entering/entering.service.ts';
import { feedbackContract } from './feedback/feedback.contract.ts';
import { feedbackHandlers } from './feedback/feedback.handlers.ts';
import { createFeedbackService } from './feedback/feedback.service.ts';
import { createFindingService } from './finding/finding.service.ts';
import { createFormerService } from './former/former.service.ts';
import { createForwardingService } from './forwarding/forwarding.service.ts';
import { createFramesService } from './frames/frames.service.ts';
import { createLooksService } from './looks/looks.service.ts';
import { createMachineService } from './machine/machine.service.ts';
import { createMcpService } from './mcp/mcp.service.ts';
import { createNeedsService } from './needs/needs.service.ts';
import { createPagesService } from './pages/pages.service.ts';
import { createPostsService } from './posts/posts.service.ts';
import { publishingContract } from './publishing.contract.ts';
import { publishingHandlers } from './publishing.handlers.ts';
import { listHostnames } from './publishing.store.ts';
import { readingHandlers } from './reading/reading.handlers.ts';
import { createReadingService } from './reading/reading.service.ts';
import { createRemoteService } from './remote/remote.service.ts';
import { resolvingContract } from './resolving/resolving.contract.ts';
import { resolvingHandlers } from './resolving/resolving.handlers.ts';
import { createResolvingService } from './resolving/resolving.service.ts';
import { createRoutesService } from './routes/routes.service.ts';
import { createScriptsService } from './scripts/scripts.service.ts';
import { createVisitsService } from './visits/visits.service.ts';

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
  readonly showing: ShowingService;
  readonly redirects: RedirectsService;
  readonly siteSearch: SiteSearchService;
  readonly scriptsOf: ScriptsOf;
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
