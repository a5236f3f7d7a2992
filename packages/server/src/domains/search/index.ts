import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { RevisionsService } from '../revisions/index.ts';
import { createPageSections } from './page-sections.ts';
import { createPassagesService } from './passages/passages.service.ts';
import { createReadableIndexService } from './passages/readable-index.service.ts';
import { createSectionVectorsService } from './passages/section-vectors.service.ts';
import { searchContract } from './search.contract.ts';
import { searchHandlers } from './search.handlers.ts';
import { searchJobs } from './search.jobs.ts';
import { createSearchService } from './search.service.ts';
import { createSearchIndexService } from './search-index.service.ts';
import { createSpaceHeadsService } from './space-heads.service.ts';
import { createSpaceIndexesService } from './space-indexes.service.ts';
import { createStemsService } from './stems.service.ts';
import { createStoredSectionsService } from './stored-sections.service.ts';

export type { AskedSpace } from './passages/asked-space.ts';
export type { Passage, PassagesService } from './passages/passages.service.ts';
export { titleMatches } from './query.ts';
export { FoundSpaces } from './search.contract.ts';
export { createFoundSpaces } from './search.handlers.ts';
export type { SearchService } from './search.service.ts';
export type { SearchIndexService } from './search-index.service.ts';

/** Search; `revisions` is a function because revisions are created later. */
export const createSearch = (kernel: Kernel, more: { revisions: () => RevisionsService }) => {
  const pageSections = createPageSections({ ...kernel, ...more });
  const sections = createStoredSectionsService({ ...kernel, pageSections });
  const index = createSearchIndexService({ ...kernel, ...more, pageSections, sections });
  const stems = createStemsService(kernel);
  const indexes = createSpaceIndexesService({
    ...kernel,
    ...more,
    sections,
    stems,
    onIncomplete: index.rebuildLater,
  });
  const heads = createSpaceHeadsService(kernel);
  const service = createSearchService({ ...kernel, ...more, indexes, heads, sections, stems });
  const readable = createReadableIndexService(more);
  const vectors = createSectionVectorsService({ ...kernel, sections });
  const passages = createPassagesService({
    ...kernel,
    ...more,
    indexes,
    heads,
    sections,
    stems,
    readable,
    vectors,
  });
  return {
    service,
    passages,
    index,
    domain: domain({
      name: 'search',
      contract: searchContract,
      handlers: searchHandlers(service, kernel.links),
      jobs: searchJobs(index, vectors),
    }),
  };
};
