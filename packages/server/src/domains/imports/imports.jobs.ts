import { type JobDefinition, queuedJob } from '../../kernel/jobs/jobs.ts';
import type { ImportRunnerService } from './runs/import-runner.service.ts';
import { type ImportRunsService, LEASE_MS, RUN_IMPORT } from './runs/import-runs.service.ts';
import type { UploadsService } from './uploads/uploads.service.ts';

/** Jobs that run imports, restart those of processes that have ended, and delete old uploads. */
export const importsJobs = (
  runs: ImportRunsService,
  runner: ImportRunnerService,
  uploads: UploadsService,
): JobDefinition[] => [
  queuedJob(RUN_IMPORT, {
    concurrency: 2,
    // The import counts its attempts itself.
    retryLimit: 0,
    expireInSeconds: 4 * 60 * 60,
    run: runner.run,
  }),
  {
    name: 'imports.resume',
    cron: '* * * * *',
    // At once, and when the lease of a process that was killed just before the start has ended.
    afterStart: [0, LEASE_MS / 1000 + 1],
    retryLimit: 0,
    run: () => runs.resume(),
  },
  { name: 'imports.delete-expired-uploads', cron: '23 4 * * *', run: () => uploads.deleteExpired() },
];
