import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import type { SpaceKey } from '../revisions/index.ts';
import { REBUILD_INDEX, type SearchIndexService } from './search-index.service.ts';

/** Background jobs of the search index. */
export const searchJobs = (index: SearchIndexService): JobDefinition[] => [
  // After a migration that changes the index.
  { name: 'search.catch-up', cron: '*/5 * * * *', run: () => index.rebuildOutdated() },
  { name: REBUILD_INDEX, run: (data) => index.rebuild(data as unknown as SpaceKey) },
  {
    // A space with a new language is reindexed.
    name: 'search.follow-settings',
    on: ['space.updated'],
    run: (data) => {
      const { organizationId, target } = data as { organizationId: string; target: { id: string } };
      return index.rebuild({ organization_id: organizationId, id: target.id });
    },
  },
];
