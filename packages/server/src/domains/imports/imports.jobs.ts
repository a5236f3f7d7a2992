import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import { CARRY_OUT, type ImportsService, LEASE_MS } from './imports.service.ts';
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
    concurrency: 2,
    // Whether it is tried again is a matter of the import itself, which counts.
    retryLimit: 0,
    expireInSeconds: 4 * 60 * 60,
    run: ({ organization_id, id }) =>
      runs.carryOut({ organization_id: String(organization_id), id: String(id) }),
  },
  {
    name: 'imports.resume',
    cron: '* * * * *',
    // At once, and when the lease of one that was killed just before the start has ended.
    afterStart: [0, LEASE_MS / 1000 + 1],
    retryLimit: 0,
    run: () => imports.resume(),
  },
  { name: 'imports.forget-uploads', cron: '23 4 * * *', run: () => uploads.forget() },
];
