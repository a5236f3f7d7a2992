import { eventJob, type JobDefinition } from '../../kernel/jobs/jobs.ts';
import type { StructureService } from './structure/structure.service.ts';

/**
 * The job that updates default sections, default site spaces and their paths after spaces were removed or
 * restored.
 */
const REFRESH_SITE_DEFAULTS = 'sites.refresh-defaults';

/** Background jobs of sites. */
export const sitesJobs = (structures: StructureService): JobDefinition[] => [
  eventJob(REFRESH_SITE_DEFAULTS, {
    on: [
      'space.deleted',
      'space.restored',
      'space.transferred',
      'collection.deleted',
      'collection.transferred',
    ],
    run: ({ organizationId }) => structures.refreshDefaults(organizationId!),
  }),
];
