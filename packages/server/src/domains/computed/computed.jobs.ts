import type { RecordedEvent } from '../../kernel/events/events.ts';
import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import { AFFECTING_ACTIONS } from './affected-spaces.ts';
import { BUILD_INTEGRATION_PAGES, BUILD_PAGES, type ComputedService } from './computed.service.ts';
import type { SpaceKey } from './computed.store.ts';

const spaceOf = ({ organization_id, id }: Record<string, unknown>): SpaceKey => ({
  organization_id: String(organization_id),
  id: String(id),
});

/** Jobs that build computed pages when their sources change, and those of integrations periodically. */
export const computedJobs = (computed: ComputedService): JobDefinition[] => [
  {
    name: 'computed.happened',
    on: AFFECTING_ACTIONS,
    run: (event) => computed.handleEvent(event as unknown as RecordedEvent),
  },
  { name: BUILD_PAGES, run: (data) => computed.buildPages(spaceOf(data)) },
  {
    name: BUILD_INTEGRATION_PAGES,
    concurrency: 4,
    retryLimit: 3,
    run: ({ since, ...space }) =>
      computed.buildIntegrationPages(spaceOf(space), typeof since === 'string' ? new Date(since) : undefined),
  },
  { name: 'computed.refresh', cron: '*/5 * * * *', retryLimit: 0, run: () => computed.refreshDue() },
];
