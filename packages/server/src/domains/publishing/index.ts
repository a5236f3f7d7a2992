import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SiteHosts } from '../../kernel/site-hosts.ts';
import type { ChangeRequestsService } from '../change-requests/index.ts';
import type { ContentService, EvaluationService } from '../content/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SearchService } from '../search/index.ts';
import type { CustomizationService, RedirectsService } from '../sites/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { createAnswersService } from './answers/answers.service.ts';
import { createDraftsService } from './drafts/drafts.service.ts';
import { createEnteringService } from './entering/entering.service.ts';
import { feedbackContract } from './feedback/feedback.contract.ts';
import { feedbackHandlers } from './feedback/feedback.handlers.ts';
import { createFeedbackService } from './feedback/feedback.service.ts';
import { createFindingService } from './finding/finding.service.ts';
import { createForwardingService } from './forwarding/forwarding.service.ts';
import { createFramesService } from './frames/frames.service.ts';
import { createLooksService } from './looks/looks.service.ts';
import { createMachineService } from './machine/machine.service.ts';
import { createMcpService } from './mcp/mcp.service.ts';
import { createPagesService } from './pages/pages.service.ts';
import { createPostsService } from './posts/posts.service.ts';
import { publishingContract } from './publishing.contract.ts';
import { publishingHandlers } from './publishing.handlers.ts';
import { listHostnames } from './publishing.store.ts';
import { resolvingContract } from './resolving/resolving.contract.ts';
import { resolvingHandlers } from './resolving/resolving.handlers.ts';
import { createResolvingService } from './resolving/resolving.service.ts';
import { createRoutesService } from './routes/routes.service.ts';
import { createVisitsService } from './visits/visits.service.ts';

/** What publishing needs of others. */
export interface PublishingParts {
  readonly hosts: SiteHosts;
  readonly spaces: SpacesService;
  readonly revisions: RevisionsService;
  readonly changeRequests: ChangeRequestsService;
  readonly content: ContentService;
  readonly evaluation: EvaluationService;
  readonly search: SearchService;
  readonly customization: CustomizationService;
  readonly redirects: Pick<RedirectsService, 'targetsOf'>;
}

/** Published sites, as their readers meet them. */
export const createPublishing = (kernel: Kernel, parts: PublishingParts) => {
  const { hosts } = parts;
  const looks = createLooksService(parts);
  const frames = createFramesService({ ...parts, looks });
  const pages = createPagesService({ ...kernel, ...parts, frames });
  const machine = createMachineService({ frames, pages });
  const finding = createFindingService({ ...parts, frames });
  const forwarding = createForwardingService({ ...parts, frames });
  const drafts = createDraftsService(parts);
  const routes = createRoutesService({ frames, pages, machine, finding, looks, forwarding, drafts });
  const visits = createVisitsService({ ...kernel, ...parts });
  const entering = createEnteringService({ ...kernel, visits });
  const feedback = createFeedbackService(kernel);
  const mcp = createMcpService({ routes, finding, feedback, looks });
  const answers = createAnswersService({ ...kernel, entering, routes, mcp });
  const posts = createPostsService({ entering, frames, looks, feedback, mcp });
  return {
    /** The hostnames that sites have for themselves. */
    hostnames: () => listHostnames(kernel.db),
    domain: domain({
      name: 'publishing',
      contract: { ...publishingContract, ...feedbackContract, ...resolvingContract },
      handlers: {
        ...publishingHandlers(answers, posts, hosts),
        ...feedbackHandlers(feedback),
        ...resolvingHandlers(createResolvingService({ ...kernel, hosts, visits })),
      },
    }),
  };
};
