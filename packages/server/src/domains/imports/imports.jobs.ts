import { type JobDefinition, queuedJob } from '../../kernel/jobs/jobs.ts';
import { type ImportsService, LEASE_MS, RUN_IMPORT } from './imports.service.ts';
import type { RunsService } from './runs/runs.service.ts';
import type { UploadsService } from './uploads/uploads.service.ts';

/** Jobs that run imports, restart those of processes that have ended, and delete old uploads. */
export const importsJobs = (
  imports: ImportsService,
  runs: RunsService,
  uploads: UploadsService,
): JobDefinition[] => [
  queuedJob(RUN_IMPORT, {
    concurrency: 2,
    // The import counts its attempts itself.
    retryLimit: 0,
    expireInSeconds: 4 * 60 * 60,
    run: runs.run,
  }),
  {
    name: 'imports.resume',
    cron: '* * * * *',
    // At once, and when the lease of a process that was killed just before the start has ended.
    afterStart: [0, LEASE_MS / 1000 + 1],
    retryLimit: 0,
    run: () => imports.resume(),
  },
  { name: 'imports.forget-uploads', cron: '23 4 * * *', run: () => uploads.deleteExpired() },
];
