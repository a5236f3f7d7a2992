import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import { type OpenapiService, PROCESS_FETCHED, PROCESS_SENT } from './openapi.service.ts';
import type { ProcessingService, Round } from './processing/processing.service.ts';

/** Specifications are processed beside everything else, and those at addresses again and again. */
export const openapiJobs = (openapi: OpenapiService, processing: ProcessingService): JobDefinition[] => [
  ...[
    { name: PROCESS_SENT, concurrency: 2 },
    // Mostly they wait for somebody else's server.
    { name: PROCESS_FETCHED, concurrency: 8 },
  ].map((job) => ({
    ...job,
    retryLimit: 3,
    // Who says nothing for so long is gone, and another goes on.
    leaseSeconds: 20,
    run: (data: Record<string, unknown>) => processing.process(data as unknown as Round),
  })),
  { name: 'openapi.refresh', cron: '* * * * *', retryLimit: 0, run: () => openapi.refresh() },
];
