import { eventJob, type JobDefinition, queuedJob } from '../../kernel/jobs/jobs.ts';
import { AFFECTING_ACTIONS, CONTENT_ACTIONS } from './affected-spaces.ts';
import { BUILD_INTEGRATION_PAGES, BUILD_PAGES, type ComputedService } from './computed.service.ts';
import { hasComputedPages } from './computed.store.ts';

/** Jobs that build computed pages when their sources change, and those of integrations periodically. */
export const computedJobs = (computed: ComputedService): JobDefinition[] => [
  eventJob('computed.enqueue-affected', {
    on: AFFECTING_ACTIONS,
    isNeeded: async (tx, organizationId, action) =>
      !CONTENT_ACTIONS.includes(action) || hasComputedPages(tx, organizationId),
    run: computed.handleEvent,
  }),
  queuedJob(BUILD_PAGES, { run: computed.buildPages }),
  queuedJob(BUILD_INTEGRATION_PAGES, {
    concurrency: 4,
    retryLimit: 3,
    run: ({ since, ...space }) =>
      computed.buildIntegrationPages(space, since === undefined ? undefined : new Date(since)),
  }),
  { name: 'computed.refresh', cron: '*/5 * * * *', retryLimit: 0, run: () => computed.refreshDue() },
];
