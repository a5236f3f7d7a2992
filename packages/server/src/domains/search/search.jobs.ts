import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import type { SpaceKey } from '../revisions/index.ts';
import { REBUILD_INDEX, type SearchService } from './search.service.ts';

/** What indexing does in the background. */
export const searchJobs = (search: SearchService): JobDefinition[] => [
  // After a migration that changes what the index is made of.
  { name: 'search.catch-up', cron: '*/5 * * * *', run: () => search.rebuildOutdated() },
  { name: REBUILD_INDEX, run: (data) => search.rebuild(data as unknown as SpaceKey) },
  {
    // A space that speaks another language is indexed anew.
    name: 'search.follow-settings',
    on: ['space.updated'],
    run: (data) => {
      const { organizationId, target } = data as { organizationId: string; target: { id: string } };
      return search.rebuild({ organization_id: organizationId, id: target.id });
    },
  },
];
