import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import { FILL_INDEX, type SearchService } from './search.service.ts';
import type { SpaceKey } from './search.store.ts';

/** What indexing does in the background. */
export const searchJobs = (search: SearchService): JobDefinition[] => [
  { name: FILL_INDEX, run: (data) => search.fill(data as unknown as SpaceKey) },
];
