import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { IdentityService } from '../identity/index.ts';
import type { RepositoriesService } from '../repositories/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { gitContract } from './git.contract.ts';
import { gitHandlers } from './git.handlers.ts';
import { gitJobs } from './git.jobs.ts';
import { createGitService } from './git.service.ts';
import { createGitExportService } from './git-export.service.ts';
import { createGitImportService } from './git-import.service.ts';
import { createOperationsService } from './operations.service.ts';

/** Synchronization of spaces with git repositories. */
export const createGitDomain = (
  kernel: Kernel,
  more: {
    identity: IdentityService;
    revisions: RevisionsService;
    spaces: SpacesService;
    repositories: RepositoriesService;
  },
) => {
  const imports = createGitImportService({ ...kernel, ...more });
  const exports = createGitExportService({ ...kernel, ...more, imports });
  const operations = createOperationsService({ ...kernel, ...more, imports, exports });
  return {
    operations,
    domain: domain({
      name: 'git',
      contract: gitContract,
      handlers: gitHandlers(createGitService({ ...kernel, ...more })),
      jobs: gitJobs(operations),
    }),
  };
};
