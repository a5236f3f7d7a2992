import type { RecordedEvent } from '../../kernel/events/events.ts';
import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import { type OpenapiService, PROCESS } from './openapi.service.ts';
import { COMPUTE_PAGES, type ComputedPagesService } from './pages/pages.service.ts';
import type { ProcessingService, Round } from './processing/processing.service.ts';

/** Specifications are processed beside everything else, and those at addresses again and again. */
export const openapiJobs = (
  openapi: OpenapiService,
  processing: ProcessingService,
  pages: ComputedPagesService,
): JobDefinition[] => [
  {
    name: PROCESS,
    atOnce: 2,
    retryLimit: 3,
    run: (data) => processing.process(data as unknown as Round),
  },
  {
    name: 'openapi.spec-changed',
    on: ['openapi.version-created', 'openapi.deleted', 'openapi.visibility-changed'],
    run: (event) => pages.specChanged(event as unknown as RecordedEvent),
  },
  {
    name: COMPUTE_PAGES,
    run: ({ organization_id, id }) =>
      pages.compute({ organization_id: String(organization_id), id: String(id) }),
  },
  { name: 'openapi.refresh', cron: '* * * * *', retryLimit: 0, run: () => openapi.refresh() },
];
