import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { ContentService, EditingService } from '../content/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { changeRequestsContract } from './change-requests.contract.ts';
import { changeRequestsHandlers } from './change-requests.handlers.ts';
import { createChangeRequestsService } from './change-requests.service.ts';
import { changeRequestContentContract } from './content/content.contract.ts';
import { changeRequestContentHandlers } from './content/content.handlers.ts';
import { createChangeRequestContentService } from './content/content.service.ts';

/** Change requests: content that is prepared beside what a space shows, reviewed, and merged into it. */
export const createChangeRequests = (
  kernel: Kernel,
  more: {
    revisions: RevisionsService;
    spaces: SpacesService;
    content: ContentService;
    editing: EditingService;
  },
) => {
  const service = createChangeRequestsService({ ...kernel, ...more });
  const content = createChangeRequestContentService({ ...kernel, ...more, changeRequests: service });
  return {
    service,
    domain: domain({
      name: 'change-requests',
      contract: { ...changeRequestsContract, ...changeRequestContentContract },
      handlers: {
        ...changeRequestsHandlers(service, kernel.links),
        ...changeRequestContentHandlers(content, more.content, kernel),
      },
      subjects: {
        'change request': ({ userId }, params) =>
          service.find(userId, params.spaceId!, params.changeRequestId!),
      },
    }),
  };
};
