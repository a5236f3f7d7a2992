import { type JobDefinition, queuedJob } from '../../kernel/jobs/jobs.ts';
import { type OpenapiService, PROCESS_FETCHED, PROCESS_SENT } from './openapi.service.ts';
import type { ProcessingService } from './processing.service.ts';

/** Jobs that process specifications, and refresh those with a URL. */
export const openapiJobs = (openapi: OpenapiService, processing: ProcessingService): JobDefinition[] => [
  ...[
    { name: PROCESS_SENT, concurrency: 2 },
    // These jobs mostly wait for other servers.
    { name: PROCESS_FETCHED, concurrency: 8 },
  ].map(({ name, concurrency }) =>
    queuedJob(name, {
      concurrency,
      retryLimit: 3,
      // A job without a heartbeat for this long is taken over by another process.
      leaseSeconds: 20,
      run: processing.process,
    }),
  ),
  { name: 'openapi.refresh', cron: '* * * * *', retryLimit: 0, run: () => openapi.refresh() },
];
