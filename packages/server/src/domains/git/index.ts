import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { IdentityService } from '../identity/index.ts';
import type { RepositoriesService } from '../repositories/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import { createExportingService } from './export.service.ts';
import { gitContract } from './git.contract.ts';
import { gitHandlers } from './git.handlers.ts';
import { gitJobs } from './git.jobs.ts';
import { createGitService } from './git.service.ts';
import { createImportingService } from './import.service.ts';
import { createOperationsService } from './operations.service.ts';

/** Git: spaces that are kept in step with repositories elsewhere. */
export const createGitDomain = (
  kernel: Kernel,
  more: {
    identity: IdentityService;
    revisions: RevisionsService;
    spaces: SpacesService;
    repositories: RepositoriesService;
  },
) => {
  const importing = createImportingService({ ...kernel, ...more });
  const exporting = createExportingService({ ...kernel, ...more, importing });
  const operations = createOperationsService({ ...kernel, ...more, importing, exporting });
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
