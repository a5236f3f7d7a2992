import type { RecordedEvent } from '../../kernel/events/events.ts';
import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import { ASK_INTEGRATIONS, type ComputedService, MAKE_PAGES } from './computed.service.ts';
import type { SpaceKey } from './computed.store.ts';
import { FOLLOWED_ACTIONS } from './following/following.policy.ts';

const spaceOf = ({ organization_id, id }: Record<string, unknown>): SpaceKey => ({
  organization_id: String(organization_id),
  id: String(id),
});

/** Pages are made when what they are made of changes, and those that integrations have every now and then. */
export const computedJobs = (computed: ComputedService): JobDefinition[] => [
  {
    name: 'computed.happened',
    on: FOLLOWED_ACTIONS,
    run: (event) => computed.happened(event as unknown as RecordedEvent),
  },
  { name: MAKE_PAGES, run: (data) => computed.make(spaceOf(data)) },
  {
    name: ASK_INTEGRATIONS,
    concurrency: 4,
    retryLimit: 3,
    run: ({ since, ...space }) =>
      computed.ask(spaceOf(space), typeof since === 'string' ? new Date(since) : undefined),
  },
  { name: 'computed.refresh', cron: '*/5 * * * *', retryLimit: 0, run: () => computed.refresh() },
];
