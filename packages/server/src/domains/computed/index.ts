import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Presenter, ReferencesService } from '../content/index.ts';
import type { ContentSourcesService } from '../integrations/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import { createBuildResultsService } from './build-results.service.ts';
import { computedContract } from './computed.contract.ts';
import { computedHandlers } from './computed.handlers.ts';
import { computedJobs } from './computed.jobs.ts';
import { createComputedService } from './computed.service.ts';
import { createPageBuilderService } from './page-builder.service.ts';

/** Pages computed from OpenAPI specifications and from content sources of integrations. */
export const createComputed = (
  kernel: Kernel,
  more: {
    revisions: RevisionsService;
    references: ReferencesService;
    sources: ContentSourcesService;
    specificationPages: Parameters<typeof createPageBuilderService>[0]['specificationPages'];
  } & Pick<Presenter, 'mergedFrom'>,
) => {
  const pageBuilder = createPageBuilderService({ ...more, contentSources: more.sources });
  const buildResults = createBuildResultsService({ ...kernel, contentSources: more.sources, pageBuilder });
  const service = createComputedService({ ...kernel, ...more, buildResults });
  return {
    service,
    domain: domain({
      name: 'computed',
      contract: computedContract,
      handlers: computedHandlers(pageBuilder, { ...kernel, ...more }),
      jobs: computedJobs(service),
    }),
  };
};
