import { type JobDefinition, queuedJob } from '../../kernel/jobs/jobs.ts';
import type { RunsService } from './runs/runs.service.ts';
import { RUN } from './translations.service.ts';

/** Jobs that run translations, and resume runs of processes that have ended. */
export const translationsJobs = (runs: RunsService): JobDefinition[] => [
  queuedJob(RUN, {
    concurrency: 2,
    // A run may wait for its engine; an abandoned run is resumed long before.
    expireInSeconds: 12 * 60 * 60,
    retryLimit: 3,
    run: runs.run,
  }),
  { name: 'translations.resume', cron: '* * * * *', run: () => runs.resume() },
];
