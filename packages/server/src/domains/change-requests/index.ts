import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { CommentsService } from '../comments/index.ts';
import type {
  ChangesService,
  ContentService,
  EditingService,
  HistoryService,
  LinksDependencies,
  Presenter,
  SaveSharedPages,
  SharedContentService,
} from '../content/index.ts';
import type { ClustersService } from '../conversations/index.ts';
import { toUser } from '../identity/index.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import { type SpacesService, toSpace } from '../spaces/index.ts';
import { changeRequestsContract } from './change-requests.contract.ts';
import { changeRequestsHandlers, toChangeRequest } from './change-requests.handlers.ts';
import { createChangeRequestsService } from './change-requests.service.ts';
import { changeRequestContentContract } from './content/content.contract.ts';
import { changeRequestContentHandlers } from './content/content.handlers.ts';
import { type ClaimTask, createChangeRequestContentService } from './content/content.service.ts';
import { mergingContract } from './merging/merging.contract.ts';
import { mergingHandlers } from './merging/merging.handlers.ts';
import { createMergingService } from './merging/merging.service.ts';
import { reviewsContract } from './reviews/reviews.contract.ts';
import { reviewsHandlers, toReview } from './reviews/reviews.handlers.ts';
import { createReviewsService } from './reviews/reviews.service.ts';
import { templatesContract } from './templates/templates.contract.ts';
import { templatesHandlers } from './templates/templates.handlers.ts';
import { createTemplateUseService } from './templates/templates.service.ts';

export { ChangeRequest, type changeRequestsContract, onChangeRequest } from './change-requests.contract.ts';
export { toChangeRequest } from './change-requests.handlers.ts';
export { type ChangeRequestSubject, changeRequestPolicy } from './change-requests.policy.ts';
export type { ChangeRequestsService } from './change-requests.service.ts';
export { reassignClusters } from './change-requests.store.ts';
export type { ChangeRequestContentService, ClaimTask } from './content/content.service.ts';
export {
  summarizeAwaitedReviews,
  summarizeOwnedRequests,
  transferAwaitedReviews,
  transferOwnedRequests,
} from './owned-requests.store.ts';

/** Change requests: changes of a space's content that are edited, reviewed and merged. */
export const createChangeRequests = (
  kernel: Kernel,
  more: {
    organizations: OrganizationsService;
    clusters: ClustersService;
    revisions: RevisionsService;
    spaces: SpacesService;
    content: ContentService;
    editing: EditingService;
    changes: ChangesService;
    history: HistoryService;
    links: LinksDependencies;
    shared: SharedContentService;
    comments: CommentsService;
    saveSharedPages: SaveSharedPages;
    claimTask: ClaimTask;
  },
) => {
  const service = createChangeRequestsService({ ...kernel, ...more });
  const reviews = createReviewsService({ ...kernel, ...more, changeRequests: service });
  const content = createChangeRequestContentService({ ...kernel, ...more, changeRequests: service, reviews });
  const templates = createTemplateUseService({ ...more, changeRequests: service, content });
  const merging = createMergingService({
    ...kernel,
    ...more,
    changeRequests: service,
    reviews,
    expressionContextOf: (request, facts) => ({
      space: toSpace(kernel.links, request.space),
      changeRequest: toChangeRequest(kernel.links, request),
      reviews: facts.reviews.map((review) => toReview(kernel.links, request, review)),
      actor: toUser(kernel.links, facts.actor),
    }),
  });
  const mergedFrom: Presenter['mergedFrom'] = async (space, revisionId) => {
    const request = await service.mergedFrom(space, revisionId);
    return request && toChangeRequest(kernel.links, request);
  };
  return {
    service,
    content,
    mergedFrom,
    domain: domain({
      name: 'change-requests',
      contract: {
        ...changeRequestsContract,
        ...changeRequestContentContract,
        ...mergingContract,
        ...reviewsContract,
        ...templatesContract,
      },
      handlers: {
        ...changeRequestsHandlers(service, content.create, kernel.links),
        ...changeRequestContentHandlers(content, more, { ...kernel, mergedFrom }),
        ...mergingHandlers(merging),
        ...reviewsHandlers(reviews, kernel.links),
        ...templatesHandlers(templates),
      },
      subjects: {
        'change request': ({ userId }, params) =>
          service.find(userId, params.spaceId!, params.changeRequestId!),
      },
    }),
  };
};
