import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Presenter, ReferencesService } from '../content/index.ts';
import type { SourcesService } from '../integrations/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import { computedContract } from './computed.contract.ts';
import { computedHandlers } from './computed.handlers.ts';
import { computedJobs } from './computed.jobs.ts';
import { createComputedService } from './computed.service.ts';
import { createMakingService } from './making/making.service.ts';

/** Content that is computed: from specifications, and from what integrations have. */
export const createComputed = (
  kernel: Kernel,
  more: {
    revisions: RevisionsService;
    references: ReferencesService;
    sources: SourcesService;
    specificationPages: Parameters<typeof createMakingService>[0]['specificationPages'];
  } & Pick<Presenter, 'mergedFrom'>,
) => {
  const making = createMakingService(more);
  const service = createComputedService({ ...kernel, ...more, making });
  return {
    service,
    domain: domain({
      name: 'computed',
      contract: computedContract,
      handlers: computedHandlers(making, { ...kernel, ...more }),
      jobs: computedJobs(service),
    }),
  };
};
