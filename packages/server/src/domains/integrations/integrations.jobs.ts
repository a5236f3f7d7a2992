import { MAX_CONCURRENT } from '../../kernel/jobs/fair-dispatcher.ts';
import { eventJob, type JobDefinition, queuedJob } from '../../kernel/jobs/jobs.ts';
import { PUBLIC_ACTIONS } from '../public-events/index.ts';
import type { EventDeliveryService } from './events/event-delivery.service.ts';
import { DELIVERY_JOB, type EventsService } from './events/events.service.ts';
import { hasInstallations } from './installations/installations.store.ts';
import type { ServiceAccountsService } from './service-accounts/service-accounts.service.ts';

/** Jobs that queue and deliver events, and delete old events and expired tokens. */
export const integrationsJobs = (
  serviceAccounts: ServiceAccountsService,
  events: EventsService,
  delivery: EventDeliveryService,
): JobDefinition[] => [
  eventJob('integrations.enqueue-deliveries', {
    on: PUBLIC_ACTIONS,
    concurrency: 2,
    expireInSeconds: 60,
    isNeeded: hasInstallations,
    run: events.queueForSubscribers,
  }),
  queuedJob(DELIVERY_JOB, {
    concurrency: MAX_CONCURRENT,
    expireInSeconds: 120,
    run: delivery.run,
  }),
  { name: 'integrations.resume', cron: '* * * * *', retryLimit: 0, run: () => delivery.resume() },
  { name: 'integrations.remove-old-events', cron: '41 2 * * *', run: () => delivery.removeOld() },
  {
    name: 'integrations.delete-expired-tokens',
    cron: '17 * * * *',
    retryLimit: 0,
    run: () => serviceAccounts.deleteExpiredTokens(),
  },
];
