import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { RevisionsService } from '../revisions/index.ts';
import { searchContract } from './search.contract.ts';
import { searchHandlers } from './search.handlers.ts';
import { searchJobs } from './search.jobs.ts';
import { createSearchService } from './search.service.ts';
import { createSearchIndexService } from './search-index.service.ts';

export { FoundSpaces } from './search.contract.ts';
export { createFoundSpaces } from './search.handlers.ts';
export { type SearchService, titleMatches } from './search.service.ts';
export type { SearchIndexService } from './search-index.service.ts';

/** Search; `revisions` is a function because revisions are created later. */
export const createSearch = (kernel: Kernel, more: { revisions: () => RevisionsService }) => {
  const service = createSearchService({ ...kernel, ...more });
  const index = createSearchIndexService({ ...kernel, ...more });
  return {
    service,
    index,
    domain: domain({
      name: 'search',
      contract: searchContract,
      handlers: searchHandlers(service, kernel.links),
      jobs: searchJobs(index),
    }),
  };
};
