import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import { CARRY_OUT, type ImportsService } from './imports.service.ts';
import type { RunsService } from './runs/runs.service.ts';
import type { UploadsService } from './uploads/uploads.service.ts';

/** Imports are carried out beside everything else; those that a process left behind are begun anew. */
export const importsJobs = (
  imports: ImportsService,
  runs: RunsService,
  uploads: UploadsService,
): JobDefinition[] => [
  {
    name: CARRY_OUT,
    atOnce: 2,
    // Whether it is tried again is a matter of the import itself, which counts.
    retryLimit: 0,
    expireInSeconds: 4 * 60 * 60,
    run: ({ organization_id, id }) =>
      runs.carryOut({ organization_id: String(organization_id), id: String(id) }),
  },
  { name: 'imports.resume', cron: '* * * * *', retryLimit: 0, run: () => imports.resume() },
  { name: 'imports.forget-uploads', cron: '23 4 * * *', run: () => uploads.forget() },
];
