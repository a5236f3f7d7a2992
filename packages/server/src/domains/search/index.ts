import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { RevisionsService } from '../revisions/index.ts';
import { searchContract } from './search.contract.ts';
import { searchHandlers } from './search.handlers.ts';
import { searchJobs } from './search.jobs.ts';
import { createSearchService } from './search.service.ts';

export { FoundSpaces } from './search.contract.ts';
export { toFoundSpace } from './search.handlers.ts';
export type { SearchService } from './search.service.ts';

/** Search; the index follows what the revisions tell it, which are made after it. */
export const createSearch = (kernel: Kernel, more: { revisions: () => RevisionsService }) => {
  const service = createSearchService({ ...kernel, ...more });
  return {
    service,
    domain: domain({
      name: 'search',
      contract: searchContract,
      handlers: searchHandlers(service, kernel.links),
      jobs: searchJobs(service),
    }),
  };
};
