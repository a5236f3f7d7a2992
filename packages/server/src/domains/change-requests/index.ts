import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { changeRequestsContract } from './change-requests.contract.ts';
import { changeRequestsHandlers } from './change-requests.handlers.ts';
import { createChangeRequestsService } from './change-requests.service.ts';

/** Change requests: content that is prepared beside what a space shows, reviewed, and merged into it. */
export const createChangeRequests = (
  kernel: Kernel,
  more: { revisions: RevisionsService; spaces: SpacesService },
) => {
  const service = createChangeRequestsService({ ...kernel, ...more });
  return {
    service,
    domain: domain({
      name: 'change-requests',
      contract: changeRequestsContract,
      handlers: changeRequestsHandlers(service, kernel.links),
      subjects: {
        'change request': ({ userId }, params) =>
          service.find(userId, params.spaceId!, params.changeRequestId!),
      },
    }),
  };
};
