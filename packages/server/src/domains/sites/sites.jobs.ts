import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import type { StructureService } from './structure/structure.service.ts';

/** The job that says anew what is default, and where, in sites that a space has left or come back to. */
const REFRESH_SITE_DEFAULTS = 'sites.saveDefaultsAndAddresses';

/** What happens to sites when spaces go or come back: the addresses of those that are there are noted again. */
export const sitesJobs = (structures: StructureService): JobDefinition[] => [
  {
    name: REFRESH_SITE_DEFAULTS,
    on: [
      'space.deleted',
      'space.restored',
      'space.transferred',
      'collection.deleted',
      'collection.transferred',
    ],
    run: ({ organizationId }) => structures.refreshDefaults(String(organizationId)),
  },
];
