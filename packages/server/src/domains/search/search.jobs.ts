import { eventJob, type JobDefinition, queuedJob } from '../../kernel/jobs/jobs.ts';
import { REBUILD_INDEX, type SearchIndexService } from './search-index.service.ts';

/** Background jobs of the search index. */
export const searchJobs = (index: SearchIndexService): JobDefinition[] => [
  // After a migration that changes the index.
  { name: 'search.rebuild-outdated', cron: '*/5 * * * *', run: () => index.rebuildOutdated() },
  queuedJob(REBUILD_INDEX, { run: index.rebuild }),
  // A space with a new language is reindexed.
  eventJob('search.rebuild-on-update', {
    on: ['space.updated'],
    run: ({ organizationId, target }) => index.rebuild({ organization_id: organizationId!, id: target.id }),
  }),
];
