import { type JobDefinition, queuedJob } from '../../kernel/jobs/jobs.ts';
import { EMBED_SECTIONS, type SectionVectorsService } from './passages/section-vectors.service.ts';
import { REBUILD_INDEX, type SearchIndexService } from './search-index.service.ts';

/** Background jobs of search. */
export const searchJobs = (index: SearchIndexService, vectors: SectionVectorsService): JobDefinition[] => [
  queuedJob(REBUILD_INDEX, { run: index.rebuild }),
  queuedJob(EMBED_SECTIONS, { run: vectors.embed }),
];
