import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Budgets } from '../ask/index.ts';
import type { ChangeRequestContentService, ChangeRequestsService } from '../change-requests/index.ts';
import type { ContentService, EditingService, LinksDependencies } from '../content/index.ts';
import type { ClustersService } from '../conversations/index.ts';
import type { IdentityService } from '../identity/index.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import type { PassagesService } from '../search/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { agentTasksContract } from './agent-tasks.contract.ts';
import { agentTasksHandlers } from './agent-tasks.handlers.ts';
import { agentTasksJobs } from './agent-tasks.jobs.ts';
import { createAgentTasksService } from './agent-tasks.service.ts';
import { createTaskOriginsService } from './task-origins.service.ts';
import { createProposalService } from './writing/proposal.service.ts';
import { createTaskMaterialService } from './writing/task-material.service.ts';
import { createWritingService } from './writing/writing.service.ts';

export { reassignTasks, tasksByCluster } from './agent-tasks.store.ts';

/** Tasks whose outcome is a change request, written by the language model or prepared for a person. */
export const createAgentTasks = (
  kernel: Kernel,
  more: {
    identity: IdentityService;
    organizations: OrganizationsService;
    spaces: SpacesService;
    clusters: ClustersService;
    content: ContentService;
    editing: EditingService;
    links: LinksDependencies;
    passages: PassagesService;
    changeRequests: ChangeRequestsService;
    changeRequestContent: ChangeRequestContentService;
    budgets: Budgets;
  },
) => {
  const origins = createTaskOriginsService(more);
  const service = createAgentTasksService({ ...kernel, ...more, origins });
  const writing = createWritingService({
    ...kernel,
    ...more,
    links: kernel.links,
    origins,
    material: createTaskMaterialService(more),
    proposals: createProposalService(kernel),
  });
  return {
    service,
    writing,
    domain: domain({
      name: 'agent-tasks',
      contract: agentTasksContract,
      handlers: agentTasksHandlers(service, kernel.links),
      subjects: {
        'agent task': ({ userId }, params) =>
          service.find(userId, params.organizationId!, params.agentTaskId!),
      },
      jobs: agentTasksJobs(writing),
    }),
  };
};
