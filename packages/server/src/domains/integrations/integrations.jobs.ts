import type { RecordedEvent } from '../../kernel/events/events.ts';
import { MAX_CONCURRENT } from '../../kernel/jobs/fair-dispatcher.ts';
import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import { ANNOUNCED_ACTIONS } from '../announcements/index.ts';
import type { AgentsService } from './agents/agents.service.ts';
import type { DeliveringService } from './delivering/delivering.service.ts';
import { DELIVER, type EventsService } from './events/events.service.ts';
import type { QueueKey } from './events/events.store.ts';

/** Telling integrations what happens, and forgetting what they were told and the tokens they had. */
export const integrationsJobs = (
  agents: AgentsService,
  events: EventsService,
  delivering: DeliveringService,
): JobDefinition[] => [
  {
    name: 'integrations.announce',
    on: ANNOUNCED_ACTIONS,
    concurrency: 2,
    expireInSeconds: 60,
    run: (event) => events.announce(event as unknown as RecordedEvent),
  },
  {
    name: DELIVER,
    concurrency: MAX_CONCURRENT,
    expireInSeconds: 120,
    run: (key) => delivering.run(key as unknown as QueueKey),
  },
  { name: 'integrations.resume', cron: '* * * * *', retryLimit: 0, run: () => delivering.resume() },
  { name: 'integrations.remove-old-events', cron: '41 2 * * *', run: () => delivering.removeOld() },
  { name: 'integrations.tidy-tokens', cron: '17 * * * *', retryLimit: 0, run: () => agents.tidy() },
];
