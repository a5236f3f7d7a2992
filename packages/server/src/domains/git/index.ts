import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { ChangeRequestContentService, ChangeRequestsService } from '../change-requests/index.ts';
import type { IdentityService } from '../identity/index.ts';
import type { RepositoriesService } from '../repositories/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { createConflictResolutionsService } from './conflict-resolutions.service.ts';
import { connectionsContract } from './connections/connections.contract.ts';
import { connectionsHandlers } from './connections/connections.handlers.ts';
import { createConnectionsService } from './connections/connections.service.ts';
import { gitContract } from './git.contract.ts';
import { gitHandlers } from './git.handlers.ts';
import { gitJobs } from './git.jobs.ts';
import { createGitService } from './git.service.ts';
import { createGitExportService } from './git-export.service.ts';
import { createGitImportService } from './git-import.service.ts';
import { createOperationsService } from './operations.service.ts';

export {
  summarizeOwnedConnections,
  transferOwnedConnections,
} from './connections/owned-connections.store.ts';

/** Synchronization of spaces with git repositories. */
export const createGitDomain = (
  kernel: Kernel,
  more: {
    identity: IdentityService;
    revisions: RevisionsService;
    spaces: SpacesService;
    repositories: RepositoriesService;
    changeRequests: ChangeRequestsService;
    changeRequestContent: ChangeRequestContentService;
  },
) => {
  const service = createGitService({ ...kernel, ...more });
  const connections = createConnectionsService({ ...kernel, ...more, operations: service });
  const resolutions = createConflictResolutionsService({ ...kernel, ...more });
  const imports = createGitImportService({ ...kernel, ...more, resolutions });
  const exports = createGitExportService({ ...kernel, ...more, imports });
  const operations = createOperationsService({
    ...kernel,
    ...more,
    connections,
    resolutions,
    imports,
    exports,
  });
  return {
    operations,
    connections,
    domain: domain({
      name: 'git',
      contract: { ...gitContract, ...connectionsContract },
      handlers: {
        ...gitHandlers(service, kernel.links),
        ...connectionsHandlers(connections, kernel.links),
      },
      jobs: gitJobs(operations, connections),
    }),
  };
};
