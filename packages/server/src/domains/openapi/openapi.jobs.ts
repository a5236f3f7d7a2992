import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import { type OpenapiService, PROCESS } from './openapi.service.ts';
import type { ProcessingService, Round } from './processing/processing.service.ts';

/** Specifications are processed beside everything else, and those at addresses again and again. */
export const openapiJobs = (openapi: OpenapiService, processing: ProcessingService): JobDefinition[] => [
  {
    name: PROCESS,
    atOnce: 2,
    retryLimit: 3,
    run: (data) => processing.process(data as unknown as Round),
  },
  { name: 'openapi.refresh', cron: '* * * * *', retryLimit: 0, run: () => openapi.refresh() },
];
