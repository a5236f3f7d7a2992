import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import { clustersContract } from './clusters/clusters.contract.ts';
import { clustersHandlers } from './clusters/clusters.handlers.ts';
import { createClustersService } from './clusters/clusters.service.ts';
import type { TasksByCluster } from './clusters/clusters.store.ts';
import { conversationsContract } from './conversations.contract.ts';
import { conversationsHandlers } from './conversations.handlers.ts';
import { createConversationsService, type SourceOf } from './conversations.service.ts';
import { issuesContract } from './issues/issues.contract.ts';
import { issuesHandlers } from './issues/issues.handlers.ts';
import { createIssuesService } from './issues/issues.service.ts';
import { createExtractionService } from './processing/extraction.service.ts';
import { processingJobs } from './processing/processing.jobs.ts';
import { createProcessingService, type OnClustersRemoved } from './processing/processing.service.ts';

export type { ActiveCluster, ClustersService } from './clusters/clusters.service.ts';
export { readsConversations } from './conversations.contract.ts';
export type { RemovedCluster } from './processing/processing.service.ts';

/** Conversations from support tools, the issues in them, and clusters of similar issues. */
export const createConversations = (
  kernel: Kernel,
  more: {
    organizations: OrganizationsService;
    onClustersRemoved: OnClustersRemoved;
    sourceOf: SourceOf;
    tasksByCluster: TasksByCluster;
  },
) => {
  const service = createConversationsService({ ...kernel, ...more });
  const issues = createIssuesService({ ...kernel, conversations: service });
  const clusters = createClustersService({ ...kernel, ...more });
  const processing = createProcessingService({
    ...kernel,
    ...more,
    extraction: createExtractionService(kernel),
  });
  return {
    clusters,
    processing,
    domain: domain({
      name: 'conversations',
      contract: { ...conversationsContract, ...issuesContract, ...clustersContract },
      handlers: {
        ...conversationsHandlers(service, kernel.links),
        ...issuesHandlers(issues, kernel.links),
        ...clustersHandlers(clusters, kernel.links),
      },
      subjects: {
        conversation: ({ userId }, params) => more.organizations.find(params.organizationId!, userId),
      },
      jobs: processingJobs(processing),
    }),
  };
};
